import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { judgeSwap } from "./judge-swap.ts";

type JudgedSwap = Extract<ReturnType<typeof judgeSwap>, { ok: true }>["value"];

/** Outputs for an exact input, inputs for an exact output (decision 28). */
export const swapShieldFigures = (
  { quote }: SwapPlan,
  { priceFeedExists, deltaBps, oracleAmountBase, toleranceBps, oracleWindowSec }: JudgedSwap,
): ShieldFigures["swapShield"] => ({
  priceFeedExists,
  deltaBps,
  oracleAmountBase: oracleAmountBase.toString(),
  quotedAmountBase: (quote.request.mode === "exactIn" ? quote.amountOutBase : quote.amountInBase).toString(),
  toleranceBps,
  oracleWindowSec,
});
