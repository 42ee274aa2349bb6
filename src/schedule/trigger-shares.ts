import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import type { VenueShare, VenueShares } from "../store/orders/venue-share.ts";
import { venueShares } from "../venues/venue-shares.ts";

/**
 * What the trades of trigger orders may use of a venue: they count among the calls of slices, and may go a fifth beyond these, out of the half
 * that is kept for second tries and the other doors. So slices that are claimed before them never keep a stop from trading, and as one operator
 * has a fifth of that fifth at most, or one trade, nobody's stops keep those of others from it.
 */
export function triggerShares(deps: Pick<Deps, "env" | "tables">): VenueShares {
  const { windowMs, venues } = venueShares(deps);
  const beyond = Object.entries(venues).map(([id, share]) => [id, widened(share)] as const);
  // Safe: the ids are those of the same record.
  return { windowMs, venues: Object.fromEntries(beyond) as Record<VenueId, VenueShare> };
}

const widened = ({ calls, total, each }: VenueShare): VenueShare => ({
  ...{ calls, total: total * 1.2, each: each * 1.2 },
  beyond: { from: total, each: Math.max(calls, (total * 0.2) / 5) },
});
