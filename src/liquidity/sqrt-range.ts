import { tickMath } from "../chain/tick-math.ts";
import type { TickRange } from "./parse-range.ts";
import type { PricedRange } from "./position-amounts.ts";

/** @throws for what is no tick: ranges are checked where they are read */
export function sqrtRange(sqrtPriceX96: bigint, { tickLower, tickUpper }: TickRange): PricedRange {
  const [sqrtLowerX96, sqrtUpperX96] = [tickMath.sqrtRatioAtTick(tickLower), tickMath.sqrtRatioAtTick(tickUpper)];
  if (sqrtLowerX96 === undefined || sqrtUpperX96 === undefined) throw new Error("a range outside the ticks");
  return { sqrtPriceX96, sqrtLowerX96, sqrtUpperX96 };
}
