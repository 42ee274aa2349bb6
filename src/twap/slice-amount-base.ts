import type { TwapOrder } from "../../schemas/twap-order.ts";

/**
 * Planned amount of slice `sliceNumber` (1-indexed) in base units of the `side` token; the last slice is what the others leave.
 * Throws a plain Error for a number outside 1..sliceCount: that is a bug, not a request.
 */
export function sliceAmountBase(
  order: Pick<TwapOrder, "totalBase" | "sliceBase" | "sliceCount">,
  sliceNumber: number,
): bigint {
  if (!Number.isInteger(sliceNumber) || sliceNumber < 1 || sliceNumber > order.sliceCount) {
    throw new Error(`slice ${sliceNumber} of ${order.sliceCount} does not exist`);
  }
  const sliceBase = BigInt(order.sliceBase);
  if (sliceNumber < order.sliceCount) return sliceBase;
  return BigInt(order.totalBase) - sliceBase * BigInt(order.sliceCount - 1);
}
