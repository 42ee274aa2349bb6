import type { Address } from "viem";
import type { OraclePools } from "../kinds/chain-facts.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { JudgedCall } from "./judge-call.ts";

type Priced = { tokens: readonly Address[]; baseToken: Address | undefined; pools: OraclePools };

/** Tokens and pools for the shields; the Swap Shield judges a missing feed. */
export function pricedBy(subject: SwapPlan | JudgedCall): Priced {
  if (subject.kind === "swap") {
    const { feedIn, feedOut, baseToken, pools } = subject.facts;
    const { tokenIn, tokenOut } = subject.quote.request;
    const tokens = [...(feedIn ? [tokenIn.address] : []), ...(feedOut ? [tokenOut.address] : [])];
    return { tokens, baseToken, pools };
  }
  const { plan, rule, call } = subject;
  if (!rule.movesAssets) return { tokens: [], baseToken: undefined, pools: new Map() };
  if (plan.measured === undefined)
    throw new Error("a call that moves assets was planned without what measures it");
  return { tokens: rule.priced?.(call) ?? [], ...plan.measured };
}
