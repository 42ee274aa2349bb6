import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import type { VenueShare, VenueShares } from "../kinds/venue.ts";
import { venueShares } from "../kinds/venue-shares.ts";

/** One operator takes a fifth of it, or one trade. */
const OPERATORS_BEYOND = 5;

/**
 * For orders that a look has made due: counted among slices' calls, up to `factor` times as far, out of the half that is kept for second
 * tries and the other doors. So slices claimed before never keep one from trading, and nobody's orders keep those of others from it.
 */
export function sharesBeyond(deps: Pick<Deps, "env" | "tables">, factor: number): VenueShares {
  const { windowMs, venues } = venueShares(deps);
  const beyond = Object.entries(venues).map(([id, share]) => [id, widened(share, factor)] as const);
  // Safe: the ids are those of the same record.
  return { windowMs, venues: Object.fromEntries(beyond) as Record<VenueId, VenueShare> };
}

const widened = ({ calls, total, each }: VenueShare, factor: number): VenueShare => ({
  ...{ calls, total: total * factor, each: each * factor },
  beyond: { from: total, each: Math.max(calls, (total * factor - total) / OPERATORS_BEYOND) },
});
