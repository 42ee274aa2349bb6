import type { Env } from "../env.ts";
import type { VenueShare, VenueShares } from "../store/orders/venue-share.ts";
import { venueShares } from "./venue-shares.ts";

/**
 * What the trades of trigger orders may use of a venue: they count among the calls of slices, and may go a fifth beyond these, out of the half
 * that is kept for second tries and the other doors. So slices that are claimed before them never keep a stop from trading, and as one operator
 * has a fifth of that fifth at most, or one trade, nobody's stops keep those of others from it.
 */
export function triggerShares(env: Pick<Env, "ZEROX_CALLS_PER_SECOND" | "UNISWAP_CALLS_PER_SECOND">): VenueShares {
  const { windowMs, venues } = venueShares(env);
  return { windowMs, venues: { "0x": beyond(venues["0x"]), uniswap: beyond(venues.uniswap) } };
}

const beyond = ({ calls, total, each }: VenueShare): VenueShare => ({
  ...{ calls, total: total * 1.2, each: each * 1.2 },
  beyond: { from: total, each: Math.max(calls, (total * 0.2) / 5) },
});
