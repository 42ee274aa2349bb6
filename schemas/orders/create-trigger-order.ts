import * as z from "zod";
import { decimalAmount, unixMs } from "../primitives.ts";
import { createTwapOrder } from "./create-twap-order.ts";
import { ORDER_LIMITS } from "./order-limits.ts";
import { orderTerms } from "./order-terms.ts";
import { triggerPriceOf, triggerType } from "./trigger-order.ts";

const {
  side,
  sellToken,
  buyToken,
  sliceAmount,
  sliceCount,
  durationMinutes,
  intervalMinutes,
  dex,
  chain,
} = createTwapOrder.shape;

/**
 * Arguments of create_trigger_order. What the amounts and times have to be is checked by
 * triggerFromInput, whose messages name them.
 */
export const createTriggerOrder = z.object({
  type: triggerType.describe(
    "limit and take-profit: trade when the price is as good as `price`, or better. stop: " +
      "trade when it is as bad, or worse. limit also accepts no worse price than `price`.",
  ),
  side,
  sellToken,
  buyToken,
  totalAmount: decimalAmount.describe(
    "Amount to trade, in units of the side token, as a plain decimal string with at most " +
      `${ORDER_LIMITS.amountDecimals} decimals: "1.5".`,
  ),
  price: decimalAmount.describe(
    'Price of one priceOf token in the other one, as a plain decimal string: "3000".',
  ),
  priceOf: triggerPriceOf
    .optional()
    .describe("Token that `price` is of: sellToken or buyToken. Default: the side token."),
  into: z
    .strictObject({ sliceAmount, sliceCount, durationMinutes, intervalMinutes })
    .optional()
    .describe("The TWAP order to create when the price is met, in place of one trade."),
  dex,
  chain,
  expiresAt: unixMs
    .optional()
    .describe("Unix ms at which it ends by itself if it has not fired. Default: never."),
  ...orderTerms,
  autoExecute: orderTerms.autoExecute.describe(
    "true: the vault's agent wallet trades. false: you are notified, with the trade ready " +
      "to be made.",
  ),
});
export type CreateTriggerOrder = z.infer<typeof createTriggerOrder>;
