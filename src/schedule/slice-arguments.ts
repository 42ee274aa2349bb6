import type { SwapArguments } from "../../schemas/swap-arguments.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { formatUnits } from "../lib/format-units.ts";
import { sliceAmountBase } from "../twap/slice-amount-base.ts";

/** The next slice's arguments for the swap tool (spec, "TWAP tools"): exact output for a buy, exact input for a sell. Tokens
 * are addresses, resolved at creation. The amount is for readers: the base units beside the arguments are swapped (try-slice.ts). */
export function sliceArguments(order: TwapOrder): SwapArguments {
  const amountBase = sliceAmountBase(order, order.slicesExecuted + 1);
  const pair = { tokenIn: order.sellTokenAddress, tokenOut: order.buyTokenAddress, dex: order.dex };
  return order.side === "buy"
    ? { ...pair, amountOut: formatUnits(amountBase, order.buyDecimals) }
    : { ...pair, amountIn: formatUnits(amountBase, order.sellDecimals) };
}
