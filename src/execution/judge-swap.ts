import { isNative } from "../lib/is-native.ts";
import type { Verdict } from "../lib/verdict.ts";
import { judgeSwapShield, type SwapShieldResult } from "../safety/judge-swap-shield.ts";
import type { SwapPlan } from "./plan.ts";

/** Runs the Swap Shield over a plan: the quote against the vault's own conversion (decision 30). */
export function judgeSwap({ quote, facts, toleranceBps }: SwapPlan): Verdict<SwapShieldResult> {
  const { tokenIn, tokenOut, mode } = quote.request;
  const tracked = [facts.baseToken, ...facts.activeTokens].some((token) => token === tokenIn.address || (isNative(token) && isNative(tokenIn.address)));
  return judgeSwapShield({
    mode,
    quotedInBase: quote.amountInBase,
    quotedOutBase: quote.amountOutBase,
    oracle: oracleOf(facts),
    toleranceBps,
    sellTokenActive: tracked,
    sellSymbol: tokenIn.symbol,
    buySymbol: tokenOut.symbol,
  });
}

function oracleOf(facts: SwapPlan["facts"]) {
  if (!facts.feedIn || !facts.feedOut) return { ok: false, reason: "NO_PRICE_FEED", feedIn: facts.feedIn, feedOut: facts.feedOut } as const;
  if (!facts.oracle.ok) return { ok: false, reason: "ORACLE_ERROR" } as const;
  return { ok: true, amountBase: facts.oracle.value } as const;
}
