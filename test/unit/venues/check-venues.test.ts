import { expect, test } from "vitest";
import type { Venue } from "../../../src/kinds/venue.ts";
import { TABLES } from "../../../src/tables.ts";
import { checkVenues } from "../../../src/venues/check-venues.ts";

const { venues } = TABLES;
const withChanged = (changes: Partial<Venue>) => ({
  ...venues,
  uniswap: { ...venues.uniswap, ...changes },
});

test("default: the service's own venues have every part", () => {
  expect(checkVenues(venues)).toEqual([]);
});

test.each<[part: string, changes: Partial<Venue>]>([
  ["id is not that of its line.", { id: "0x" }],
  ["name is empty.", { name: " " }],
  ["chains is empty.", { chains: [] }],
  ["method is no selector.", { method: "0x3593" }],
  ["calls.perSecond is not above 0.", { calls: { perSecond: 0, perSlice: 1 } }],
  ["calls.perSlice is no whole number above 0.", { calls: { perSecond: 1, perSlice: 0.5 } }],
])("error: %s", (part, changes) => {
  expect(checkVenues(withChanged(changes))).toEqual([`uniswap: ${part}`]);
});

test("error: a venue of the closed list without a line, and a line that is in no list", () => {
  const { uniswap, ...rest } = venues;
  const other = { ...uniswap, id: "other" as "uniswap" };
  // Safe: what is wrong is what is tested.
  expect(checkVenues({ ...rest, other } as unknown as typeof venues)).toEqual([
    "uniswap: it has no line in the table.",
    "other: id is not in the closed list of venues.",
  ]);
});
