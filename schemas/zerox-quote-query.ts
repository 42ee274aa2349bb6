import * as z from "zod";
import { chainId, chainIdText, DEFAULT_CHAIN_ID } from "./chains.ts";
import { passthroughFields } from "./passthrough-fields.ts";
import type { PassthroughRequest } from "./passthrough-request.ts";

const { token, amount, address, slippage } = passthroughFields;

/**
 * The query of GET /api/quote/0x (spec, "Quotes"): strings in, a `PassthroughRequest` out. Other
 * parameters are ignored.
 */
export const zeroXQuoteQuery = z
  .object({
    chainId: numberText().pipe(chainId).meta(chainIdText).default(DEFAULT_CHAIN_ID),
    sellToken: token,
    buyToken: token,
    sellAmount: amount.optional(),
    buyAmount: amount.optional(),
    taker: address.optional(),
    slippageBps: numberText()
      .pipe(z.int().min(slippage.min).max(slippage.max))
      .meta({ type: "integer", pattern: undefined, minimum: slippage.min, maximum: slippage.max })
      .default(slippage.default),
  })
  .transform(({ sellAmount, buyAmount, taker, ...rest }, context): PassthroughRequest => {
    const amountBase = sellAmount ?? buyAmount;
    if (amountBase === undefined || (sellAmount !== undefined && buyAmount !== undefined)) {
      context.addIssue({ code: "custom", message: "send exactly one of sellAmount and buyAmount" });
      return z.NEVER;
    }
    return {
      chainId: rest.chainId,
      tokenIn: rest.sellToken,
      tokenOut: rest.buyToken,
      mode: sellAmount === undefined ? "exactOut" : "exactIn",
      amountBase,
      slippageBps: rest.slippageBps,
      ...(taker !== undefined && { taker }),
    };
  });

function numberText() {
  return z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,9})$/, "must be a whole number")
    .transform(Number);
}
