import type { SwapPlan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { judgeSwapShield, type OracleReading, type SwapShieldResult } from "../shields/judge-swap-shield.ts";
import { youngOracle } from "../vaults/judge-oracle-windows.ts";
import { isCounted } from "./is-counted.ts";

/**
 * The quote against the vault's own conversion (decision 30). `oracleWindowSec` is reported with the figures. Refuses with
 * oracle_window_filling a price that cannot be read yet.
 */
export function judgeSwap(
  { quote, facts, toleranceBps }: SwapPlan,
  oracleWindowSec: number | null,
): Verdict<SwapShieldResult & { oracleWindowSec: number | null }> {
  const { tokenIn, mode } = quote.request;
  const young = youngOracle(facts.oracle);
  if (facts.feedIn && facts.feedOut && young !== undefined) return young;
  const verdict = judgeSwapShield({
    mode,
    quotedInBase: quote.amountInBase,
    quotedOutBase: quote.amountOutBase,
    oracle: oracleOf(facts),
    toleranceBps,
    sellTokenTracked: isCounted(facts, tokenIn.address),
  });
  return verdict.ok
    ? allow({ ...verdict.value, oracleWindowSec })
    : { ...verdict, details: { ...verdict.details, oracleWindowSec } };
}

function oracleOf({ feedIn, feedOut, oracle }: SwapPlan["facts"]): OracleReading {
  if (!feedIn || !feedOut)
    return { ok: false, reason: "NO_PRICE_FEED", missing: feedIn ? "buy" : feedOut ? "sell" : "both" };
  return oracle.ok ? { ok: true, amountBase: oracle.value } : { ok: false, reason: "ORACLE_ERROR" };
}
