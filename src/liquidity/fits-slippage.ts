import type { PairAmounts } from "./position-amounts.ts";
import { withinSlippage } from "./within-slippage.ts";

/** At the pool's price now, and the calldata's own bounds. */
export type BoundedAmounts = { amounts: PairAmounts; bounds: PairAmounts; direction: "in" | "out" };

/** At least that much out, at most that much in, of both currencies. */
export function fitsSlippage({ amounts, bounds, direction }: BoundedAmounts, slippageBps: number): boolean {
  if (direction === "out") {
    const least = withinSlippage.least(amounts, slippageBps);
    return bounds.amount0Base >= least.amount0Base && bounds.amount1Base >= least.amount1Base;
  }
  const most = withinSlippage.most(amounts, slippageBps);
  return bounds.amount0Base <= most.amount0Base && bounds.amount1Base <= most.amount1Base;
}
