import type { TwapOrder } from "../../schemas/twap-order.ts";

/** How many slices an order has behind it, executed or skipped: the next one's number is one more. */
export const slicesBehind = ({
  slicesExecuted,
  skippedSlices = [],
}: Pick<TwapOrder, "slicesExecuted" | "skippedSlices">): number => slicesExecuted + skippedSlices.length;
