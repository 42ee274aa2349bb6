import { VENUE_ALIASES, VENUE_IDS, type VenueId } from "../../schemas/venue-ids.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

/** Decision 2: the real ids, and the neutral words that the spec uses for them. */
const NAMES: ReadonlyMap<string, VenueId> = new Map([
  ...VENUE_IDS.map((id) => [id, id] as const),
  ...Object.entries(VENUE_ALIASES),
]);
const SHOWN = VENUE_IDS.map((id) => `"${id}"`).join(" or ");

/** The venue a caller names in `dex` or a path, in any case; records hold the real id. Refuses with invalid_request. */
export function parseVenue(text: string): Verdict<VenueId> {
  const venue = NAMES.get(text.trim().toLowerCase());
  return venue === undefined ? refuse("invalid_request", `Unknown venue: dex is ${SHOWN}.`) : allow(venue);
}
