import { expect, test } from "vitest";
import type { VenueId } from "../../../schemas/venue-ids.ts";
import type { Deps } from "../../../src/deps.ts";
import { notConfigured } from "../../../src/env.ts";
import { TABLES } from "../../../src/tables.ts";
import { venuesToAsk } from "../../../src/venues/ask-venues.ts";

/** Deps in which these venues have a key. */
const depsOf = (...keyed: VenueId[]) =>
  ({
    tables: TABLES,
    venue: (id: VenueId) => {
      if (!keyed.includes(id)) throw notConfigured([id]);
      return { id };
    },
  }) as unknown as Deps;
const both = depsOf("0x", "uniswap");
const sale = { chainId: 8453, mode: "exactIn" } as const;

test("default: all with a key, in table order; an exact buyer of exact output comes first", () => {
  expect(venuesToAsk(both, sale)).toEqual({ asked: ["0x", "uniswap"], unasked: [] });
  expect(venuesToAsk(both, { ...sale, mode: "exactOut" })).toEqual({
    asked: ["uniswap", "0x"],
    unasked: [],
  });
  expect(venuesToAsk(depsOf("uniswap"), sale)).toEqual({ asked: ["uniswap"], unasked: [] });
});

test("behavior: one with its calls used up is left out; if all are, the first is asked", () => {
  expect(venuesToAsk(both, { ...sale, free: ["uniswap"] })).toEqual({
    asked: ["uniswap"],
    unasked: ["0x"],
  });
  expect(venuesToAsk(both, { ...sale, free: [] })).toEqual({ asked: ["0x"], unasked: ["uniswap"] });
});

test("error: without any key the first is asked, which says that it is not configured", () => {
  expect(venuesToAsk(depsOf(), sale)).toEqual({ asked: ["0x"], unasked: [] });
});
