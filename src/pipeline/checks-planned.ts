import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import {
  judgeSwapShield,
  type OracleReading,
  type SwapShieldResult,
} from "../shields/judge-swap-shield.ts";
import { judgeOracleWindows } from "../vaults/judge-oracle-windows.ts";
import { youngOracle } from "../vaults/young-oracle.ts";
import type { CallCheck } from "./check-facts.ts";
import { checkWindows } from "./check-windows.ts";
import { defineCheck } from "./define-check.ts";
import { isCounted } from "./read-swap-values.ts";
import { subjectOf } from "./subject-of.ts";

const stage = "plan";

/** Checks of a plan before its build: the spec compares a quote with the oracle first. */
export const CHECKS_PLANNED: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "calldata", stage },
    appliesTo: ({ plan }) => plan?.kind === "call",
    needs: ["decoded"],
    judge: ({ decoded }) => (decoded.ok ? allow({ gives: subjectOf(decoded.value) }) : decoded),
  }),
  defineCheck({
    ...{ name: "oracle_window", stage },
    needs: ["ctx", "priced", "deciding", "isExit", "needsWindows"],
    // Pools read with the plan are judged before the shields use them, the rest with the
    // simulation.
    judge: (facts) => {
      const { pools } = facts.priced;
      const read = facts.deciding.filter((token) => pools.has(token));
      const judged = checkWindows(facts, pools, read);
      return judged.ok ? allow({ figures: judged.value.figures }) : judged;
    },
  }),
  defineCheck({
    ...{ name: "balance", stage },
    appliesTo: ({ plan }) => plan?.kind === "swap",
    needs: ["plan"],
    judge: ({ plan }) => (plan.kind === "swap" ? judgeBalance(plan) : allow({})),
  }),
  defineCheck({
    ...{ name: "oracle_window", stage },
    appliesTo: ({ plan }) => plan?.kind === "swap",
    needs: ["ctx", "priced"],
    judge: ({ ctx, priced: { tokens, pools } }) => {
      const judged = judgeOracleWindows(ctx.deps.chain(ctx.chainId), pools, {
        tokens,
        isDelegated: false,
      });
      if (!judged.ok) return judged;
      const { windowSec } = judged.value;
      return allow({ figures: { windowSec }, gives: { swapWindowSec: windowSec } });
    },
  }),
  defineCheck({
    ...{ name: "swap_shield", stage },
    appliesTo: ({ plan }) => plan?.kind === "swap",
    needs: ["plan"],
    judge: ({ plan, swapWindowSec = null }) => {
      if (plan.kind !== "swap") return allow({});
      const judged = judgeSwap(plan, swapWindowSec);
      if (!judged.ok) return judged;
      const swapShield = swapShieldFigures(plan, judged.value);
      return allow({ figures: { ...swapShield }, gives: { swapShield } });
    },
  }),
];

function judgeBalance({ quote, facts }: SwapPlan) {
  const { tokenIn, mode } = quote.request;
  const needed = mode === "exactIn" ? quote.amountInBase : quote.limitBase;
  const figures = {
    token: tokenIn.address,
    balanceBase: facts.balanceInBase.toString(),
    neededBase: needed.toString(),
    decimals: tokenIn.decimals,
  };
  if (facts.balanceInBase >= needed) return allow({ figures });
  const message = `The vault holds too little ${tokenIn.symbol} for this swap. Reduce the amount.`;
  return refuse("insufficient_balance", message, figures);
}

type JudgedSwap = Extract<ReturnType<typeof judgeSwap>, { ok: true }>["value"];

/** Outputs for an exact input, inputs for an exact output (decision D16). */
const swapShieldFigures = (
  { quote }: SwapPlan,
  { priceFeedExists, deltaBps, oracleAmountBase, toleranceBps, oracleWindowSec }: JudgedSwap,
): ShieldFigures["swapShield"] => ({
  priceFeedExists,
  deltaBps,
  oracleAmountBase: oracleAmountBase.toString(),
  quotedAmountBase: (quote.request.mode === "exactIn"
    ? quote.amountOutBase
    : quote.amountInBase
  ).toString(),
  toleranceBps,
  oracleWindowSec,
});

/**
 * The quote against the vault's own conversion (decision D19). Refuses with oracle_window_filling
 * where no price can be read yet.
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
    return {
      ok: false,
      reason: "NO_PRICE_FEED",
      missing: feedIn ? "buy" : feedOut ? "sell" : "both",
    };
  return oracle.ok ? { ok: true, amountBase: oracle.value } : { ok: false, reason: "ORACLE_ERROR" };
}
