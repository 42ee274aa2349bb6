import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { NavFigures } from "../kinds/execution-outcome.ts";
import { valueAtHigh } from "./value-at-high.ts";

/** The receipt's loss is a share of the same value as the loss that is held. */
export function sharedAtHigh(swap: AttemptSwap, nav: NavFigures | null): AttemptSwap {
  if (swap.valuation === undefined) return swap;
  const netTotalValueBase = valueAtHigh(nav, BigInt(swap.valuation.netTotalValueBase)).toString();
  return { ...swap, valuation: { ...swap.valuation, netTotalValueBase } };
}
