import { oneOf } from "./one-of.ts";

/**
 * The venues of swaps, in the order of the table of venues: of two equal prices that of the first
 * is taken.
 */
export const VENUE_IDS = ["0x", "uniswap"] as const;
export type VenueId = (typeof VENUE_IDS)[number];
export const venueId = oneOf(VENUE_IDS);

const SORTS = { "0x": "aggregator", uniswap: "pool DEX" } as const satisfies Record<
  VenueId,
  string
>;
const listed = (spell: (id: VenueId) => string): string =>
  VENUE_IDS.map((id) => `${spell(id)} (${SORTS[id]})`).join(" or ");
/** The venues in descriptions of arguments, bare and in quotation marks. */
export const VENUE_NAMES = { bare: listed((id) => id), quoted: listed((id) => `"${id}"`) };

/** Neutral words that the specification uses for venues; records hold the real id (decision D1). */
export const VENUE_ALIASES = { aggregator: "0x", pool_dex: "uniswap" } as const satisfies Record<
  string,
  VenueId
>;
