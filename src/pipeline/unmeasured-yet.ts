import { type Refusal, refuse } from "../lib/verdict.ts";

/**
 * Where nothing could be measured, a trade in the oracle's own pool left the mean with too little to look back at, which time alone mends.
 * Anything else stays as it was.
 */
export const unmeasuredYet = (refusal: Refusal): Refusal =>
  refusal.details?.measured === false
    ? refuse(
        "oracle_window_filling",
        "The oracle has not observed this token for as long as its mean takes, so the vault's NAV could not be measured after the trade. Nothing was built; try again in 5 minutes.",
        { retryAfterSec: 300 },
      )
    : refusal;
