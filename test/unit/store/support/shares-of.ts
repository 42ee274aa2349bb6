import { VENUE_IDS, type VenueId } from "../../../../schemas/venue-ids.ts";
import type { VenueShare, VenueShares } from "../../../../src/kinds/venue.ts";

/** Shares of all venues of the service: those of `named`, and `rest` for every other one. */
export const sharesOf = (
  windowMs: number,
  named: Partial<Record<VenueId, VenueShare>>,
  rest: VenueShare,
): VenueShares => ({
  windowMs,
  // Safe: each id of the closed list has its share.
  venues: Object.fromEntries(
    VENUE_IDS.map((id) => [id, named[id] ?? rest]),
  ) as VenueShares["venues"],
});
