import { tickMath } from "../chain/tick-math.ts";
import { tickRange } from "./tick-range.ts";

/**
 * The greatest tick whose own ratio does not exceed it (Q64.96), as in TickMath.getTickAtSqrtPrice. Undefined for a price that no pool can
 * have.
 */
export function tickAtSqrtRatio(sqrtPriceX96: bigint): number | undefined {
  let low: number = tickRange.min;
  let high: number = tickRange.max;
  if (sqrtPriceX96 < ratio(low) || sqrtPriceX96 >= ratio(high)) return undefined;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (ratio(middle) <= sqrtPriceX96) low = middle;
    else high = middle;
  }
  return low;
}

// Safe: every tick between the ends has a ratio.
const ratio = (tick: number): bigint => tickMath.sqrtRatioAtTick(tick) as bigint;
