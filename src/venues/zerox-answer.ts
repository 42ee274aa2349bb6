import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { venueAmount, venueTransaction } from "./call-venue.ts";

const gas = venueAmount.nullish();
const fee = z.object({ amount: venueAmount, token: hexAddress }).nullish();
const common = {
  liquidityAvailable: z.literal(true),
  sellToken: hexAddress,
  buyToken: hexAddress,
  buyAmount: venueAmount,
  gas,
  /** Charged out of the swap: amounts are net. Only gasless swaps have a gas fee. */
  fees: z
    .object({
      integratorFee: fee,
      integratorFees: z.array(fee).nullish(),
      zeroExFee: fee,
      gasFee: fee,
    })
    .partial()
    .nullish(),
  transaction: z.object({ ...venueTransaction.shape, gas }).optional(),
};

/**
 * Fields that are read of 0x Swap API v2 (allowance-holder price and quote). Source: its OpenAPI
 * description (0xProject/0x-docs, fern/openapi.json).
 */
export const zeroXAnswer = {
  exactIn: z.object({ ...common, sellAmount: venueAmount, minBuyAmount: venueAmount }),
  /**
   * `buyAmount` is the target. Spending is an estimate where a surplus is sold back, by the route
   * in `refund`.
   */
  exactOut: z.object({
    ...common,
    estimatedNetSellAmount: venueAmount,
    maxSellAmount: venueAmount,
    routes: z.object({ refund: z.object({ fills: z.array(z.unknown()) }).nullish() }).nullish(),
  }),
  error: z.object({
    name: z.string(),
    data: z.object({ details: z.array(z.object({ field: z.string() })).optional() }).nullish(),
  }),
};
