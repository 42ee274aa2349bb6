import type { VenueId } from "../../schemas/primitives.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

/** Decision 2: the real ids, and the neutral words that the spec uses for them. */
const NAMES: ReadonlyMap<string, VenueId> = new Map([
  ["0x", "0x"],
  ["aggregator", "0x"],
  ["uniswap", "uniswap"],
  ["pool_dex", "uniswap"],
]);

/** The venue a caller names in `dex` or a path, in any case; records hold the real id. Refuses with invalid_request. */
export function parseVenue(text: string): Verdict<VenueId> {
  const venue = NAMES.get(text.trim().toLowerCase());
  return venue === undefined ? refuse("invalid_request", 'Unknown venue: dex is "0x" or "uniswap".') : allow(venue);
}
