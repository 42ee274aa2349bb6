import { isNative } from "../lib/is-native.ts";
import type { Verdict } from "../lib/verdict.ts";
import { judgeSwapShield, type OracleReading, type SwapShieldResult } from "../safety/judge-swap-shield.ts";
import type { SwapPlan } from "./plan.ts";

/** Runs the Swap Shield over a plan: the quote against the vault's own conversion (decision 30). */
export function judgeSwap({ quote, facts, toleranceBps }: SwapPlan): Verdict<SwapShieldResult> {
  const { tokenIn, mode } = quote.request;
  const tracked = [facts.baseToken, ...facts.activeTokens].some(
    (token) => token === tokenIn.address || (isNative(token) && isNative(tokenIn.address)),
  );
  return judgeSwapShield({
    mode,
    quotedInBase: quote.amountInBase,
    quotedOutBase: quote.amountOutBase,
    oracle: oracleOf(facts),
    toleranceBps,
    sellTokenTracked: tracked,
  });
}

function oracleOf({ feedIn, feedOut, oracle }: SwapPlan["facts"]): OracleReading {
  if (!feedIn || !feedOut)
    return { ok: false, reason: "NO_PRICE_FEED", missing: feedIn ? "buy" : feedOut ? "sell" : "both" };
  return oracle.ok ? { ok: true, amountBase: oracle.value } : { ok: false, reason: "ORACLE_ERROR" };
}
