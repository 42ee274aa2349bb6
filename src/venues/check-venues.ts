import { VENUE_IDS } from "../../schemas/venue-ids.ts";
import type { Tables } from "../kinds/tables.ts";
import type { Venue } from "../kinds/venue.ts";

const SELECTOR = /^0x[0-9a-f]{8}$/;

/** Faults that the compiler cannot see, a sentence each. */
export function checkVenues(venues: Tables["venues"]): string[] {
  const missing = VENUE_IDS.filter((id) => !Object.hasOwn(venues, id)).map(
    (id) => `${id}: it has no line in the table.`,
  );
  const wrong = Object.entries(venues).flatMap(([id, venue]) =>
    faultsOf(id, venue).map((fault) => `${id}: ${fault}`),
  );
  return [...missing, ...wrong];
}

function faultsOf(id: string, venue: Venue): string[] {
  const { perSecond, perSlice } = venue.calls;
  const faults: [part: string, isWrong: boolean][] = [
    ["id is not that of its line.", venue.id !== id],
    ["id is not in the closed list of venues.", !VENUE_IDS.includes(venue.id)],
    ["name is empty.", venue.name.trim() === ""],
    ["chains is empty.", venue.chains.length === 0],
    ["method is no selector.", !SELECTOR.test(venue.method)],
    ["calls.perSecond is not above 0.", !(perSecond > 0)],
    ["calls.perSlice is no whole number above 0.", !Number.isInteger(perSlice) || perSlice < 1],
  ];
  return faults.filter(([, isWrong]) => isWrong).map(([part]) => part);
}
