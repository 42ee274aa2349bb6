import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { AttemptMarket } from "../../schemas/attempt-market.ts";
import type { CallPlan, SwapPlan } from "./plan.ts";

/**
 * What the chain and the venue said of a swap, for its attempt's record. The vault's own wrapping is 1:1 by its contract.
 * `oracleWindowSec`: the shortest mean among the prices that decided.
 */
export function marketOf(
  plan: SwapPlan | CallPlan,
  { amountInBase, amountOutBase }: AttemptSwap,
  oracleWindowSec: number | null,
): AttemptMarket {
  const { number, timestampSec } = plan.facts.block;
  return {
    oracle: plan.kind === "swap" ? oraclePair(plan) : { inBase: amountInBase, outBase: amountOutBase },
    oracleWindowSec,
    quotedInBase: amountInBase,
    quotedOutBase: amountOutBase,
    blockNumber: number.toString(),
    blockTimeSec: timestampSec,
  };
}

/** The requested amount, and what the vault's own conversion makes of it. */
function oraclePair({ quote, facts }: SwapPlan): AttemptMarket["oracle"] {
  const { feedIn, feedOut, oracle } = facts;
  if (!feedIn || !feedOut || !oracle.ok || oracle.value <= 0n) return null;
  const [asked, worth] = [quote.request.amountBase.toString(), oracle.value.toString()];
  return quote.request.mode === "exactIn" ? { inBase: asked, outBase: worth } : { inBase: worth, outBase: asked };
}
