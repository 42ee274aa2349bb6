import { oneOf } from "./one-of.ts";

/**
 * The venues of swaps, in the order of the table of venues: of two equal prices that of the first
 * is taken.
 */
export const VENUE_IDS = ["0x", "uniswap"] as const;
export type VenueId = (typeof VENUE_IDS)[number];
export const venueId = oneOf(VENUE_IDS);

/** Neutral words that the specification uses for venues; records hold the real id (decision D1). */
export const VENUE_ALIASES = { aggregator: "0x", pool_dex: "uniswap" } as const satisfies Record<
  string,
  VenueId
>;
