import type { VenueId } from "../../schemas/primitives.ts";
import type { Env } from "../env.ts";
import type { VenueShare, VenueShares } from "../store/orders/venue-share.ts";

/** What a tick starts of an order that is due at every tick. */
const WINDOW_MS = 5 * 60_000;

/**
 * Requests a second of a key of the smallest plan: 0x.org/docs/developer-resources/rate-limits;
 * api-docs.uniswap.org/guides/troubleshooting. A key with a larger plan is configured in the environment.
 */
const PER_SECOND = { "0x": 5, uniswap: 3 } as const satisfies Record<VenueId, number>;
/** Calls per slice: 0x quotes with calldata, the pool DEX takes a second call for it. */
const CALLS = { "0x": 1, uniswap: 2 } as const satisfies Record<VenueId, number>;

/** Orders that an operator may have (limits of create-order), each run twice: a resumed one may be due again before its plan. */
const RUNS_OF_AN_OPERATOR = 2 * 30;

type Configured = Pick<Env, "ZEROX_CALLS_PER_SECOND" | "UNISWAP_CALLS_PER_SECOND">;

/**
 * How the calls that a key allows are shared. Slices take half of them: the other half is for their second tries and for
 * quotes of the other doors. An operator takes a tenth of that half, or what all its orders need where that is more. What is met by a look counts
 * among the calls of slices, and may go `beyond` these, as a factor of each.
 */
export function venueShares(env: Configured, beyond = 1): VenueShares {
  return {
    windowMs: WINDOW_MS,
    venues: {
      "0x": shareOf("0x", env.ZEROX_CALLS_PER_SECOND, beyond),
      uniswap: shareOf("uniswap", env.UNISWAP_CALLS_PER_SECOND, beyond),
    },
  };
}

function shareOf(venue: VenueId, configured: number | undefined, beyond: number): VenueShare {
  const calls = CALLS[venue];
  const total = ((configured ?? PER_SECOND[venue]) * WINDOW_MS) / 1_000 / 2;
  const each = Math.max(RUNS_OF_AN_OPERATOR * calls, Math.floor(total / 10));
  return { calls, total: total * beyond, each: each * beyond };
}
