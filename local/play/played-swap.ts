import { playedOrder } from "./played-order.ts";

/** A slice's worth, as one swap. */
export const playedSwap = {
  tokenIn: playedOrder.sellToken,
  tokenOut: playedOrder.buyToken,
  amountIn: playedOrder.sliceAmount,
  dex: playedOrder.venue,
  chain: "base",
} as const;
