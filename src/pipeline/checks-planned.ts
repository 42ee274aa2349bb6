import type { SwapPlan } from "../kinds/plan.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { judgeOracleWindows } from "../vaults/judge-oracle-windows.ts";
import type { CallCheck } from "./check-facts.ts";
import { checkWindows } from "./check-windows.ts";
import { defineCheck } from "./define-check.ts";
import { judgeSwap } from "./judge-swap.ts";
import { subjectOf } from "./subject-of.ts";
import { swapShieldFigures } from "./swap-shield-figures.ts";

const stage = "plan";

/** What a plan must pass before its call is built: the spec compares a quote with the oracle first. */
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
    // What was read with the plan is judged before the shields compare with it, the rest with the simulation.
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
      const judged = judgeOracleWindows(ctx.deps.chain(ctx.chainId), pools, { tokens, isDelegated: false });
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
