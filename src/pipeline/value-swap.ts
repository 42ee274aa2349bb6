import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { judgeSimulatedOutput } from "../shields/judge-simulated-output.ts";
import { dearerValue, type VenuePrices, venueValue } from "../shields/venue-value.ts";
import { oracleUnread, youngOracle } from "../vaults/young-oracle.ts";
import { isCounted, type SwapValues } from "./read-swap-values.ts";
import type { Simulation } from "./simulate-call.ts";

/**
 * Values a swap like its quote by the vault's oracle, what leaves at the dearer of it and a venue;
 * rounded to the vault's disadvantage. Refuses with simulation_differs_from_quote, rpc_unavailable
 * or swap_shield_blocked.
 */
export function valueSwap(
  plan: SwapPlan | CallPlan,
  swap: AttemptSwap | null,
  { before, after }: Pick<Simulation, "before" | "after">,
  values: SwapValues | null,
  prices?: VenuePrices,
): Verdict<AttemptSwap | null> {
  if (plan.kind !== "swap" || swap === null || values === null) return allow(swap);
  const { quote, facts } = plan;
  const { maxIn, amountOut, uncountedOutBase } = values;
  const young = (maxIn && youngOracle(maxIn)) ?? youngOracle(amountOut);
  if (young !== undefined) return young;
  const readings = [maxIn ?? amountOut, amountOut, uncountedOutBase];
  if (readings.some((one) => !one.ok && one.kind === "unavailable")) return oracleUnread;
  if (
    (maxIn !== null && !maxIn.ok) ||
    !amountOut.ok ||
    !uncountedOutBase.ok ||
    !before.ok ||
    !after.ok
  )
    return refuse(
      "swap_shield_blocked",
      "The swap was blocked because the vault's oracle gave no usable price in its base " +
        "token. Try again in a few minutes.",
      { reason: "ORACLE_ERROR" },
    );
  const { tokenIn, tokenOut } = quote.request;
  const maxInBase = BigInt(swap.maxInBase);
  const { amountInBase, amountOutBase } = quote;
  const soldValueBase =
    maxIn === null || !isCounted(facts, tokenIn.address)
      ? 0n
      : shareOf(maxIn.value, amountInBase, maxInBase);
  const isAlike = judgeSimulatedOutput({
    netBeforeBase: before.value.netTotalValue,
    netAfterBase: after.value.netTotalValue,
    soldValueBase,
    quotedOutValueBase: amountOut.value,
    newlyCountedBase: isCounted(facts, tokenOut.address)
      ? 0n
      : shareOf(amountOut.value, uncountedOutBase.value, amountOutBase),
    slippageBps: quote.request.slippageBps,
  });
  if (!isAlike.ok) return isAlike;
  if (maxIn === null) return allow(swap);
  // The oracle rounds down; the base token is worth itself.
  const roundingBase = tokenIn.address === facts.baseToken ? 0n : 1n;
  const given = { token: tokenIn.address, amountBase: maxInBase, target: facts.baseToken };
  const venue = prices && venueValue(prices, given);
  const leavesBase = roundingBase === 0n ? maxIn.value : dearerValue(maxIn.value, venue);
  return allow({
    ...swap,
    valuation: {
      baseToken: facts.baseToken,
      maxInValueBase: (leavesBase + roundingBase).toString(),
      amountOutValueBase: amountOut.value.toString(),
      netTotalValueBase: before.value.netTotalValue.toString(),
    },
  });
}

const shareOf = (value: bigint, part: bigint, whole: bigint) =>
  whole === 0n ? 0n : (value * part) / whole;
