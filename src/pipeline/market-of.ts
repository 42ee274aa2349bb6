import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { AttemptMarket } from "../../schemas/attempt-market.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";

/**
 * For its attempt's record. The vault's own wrapping is 1:1 by its contract. `oracleWindowSec`: the shortest mean among the prices that
 * decided.
 */
export function marketOf(plan: SwapPlan | CallPlan, swap: AttemptSwap, oracleWindowSec: number | null): AttemptMarket {
  // Of the same amount: what 0x buys above an exact output is left out.
  const { amountInBase, amountOutBase } = plan.kind === "swap" ? plan.quote : swap;
  const { number, timestampSec } = plan.facts.block;
  return {
    oracle: plan.kind === "swap" ? oraclePair(plan) : { inBase: swap.amountInBase, outBase: swap.amountOutBase },
    oracleWindowSec,
    quotedInBase: amountInBase.toString(),
    quotedOutBase: amountOutBase.toString(),
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
