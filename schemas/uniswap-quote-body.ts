import * as z from "zod";
import { chainId, DEFAULT_CHAIN_ID } from "./chains.ts";
import { passthroughFields } from "./passthrough-fields.ts";
import type { PassthroughRequest } from "./passthrough-request.ts";

const { token, amount, address, slippage } = passthroughFields;

/**
 * The body of POST /api/quote/uniswap (spec, "Quotes"): a `PassthroughRequest` out. Every routing
 * preference of the spec is accepted and none is passed on: a vault can only use pools (decision
 * D17), so `protocols` are pool versions.
 */
export const uniswapQuoteBody = z
  .object({
    type: z.enum(["EXACT_INPUT", "EXACT_OUTPUT"]).default("EXACT_INPUT"),
    amount,
    tokenIn: token,
    tokenOut: token,
    tokenInChainId: chainId.default(DEFAULT_CHAIN_ID),
    tokenOutChainId: chainId.optional(),
    swapper: address.optional(),
    slippageTolerance: percent().optional(),
    routingPreference: z.enum(["CLASSIC", "BEST_PRICE", "FASTEST", "BEST_PRICE_V2"]).optional(),
    protocols: z
      .array(
        z.enum(["V2", "V3", "V4"], "must be V2, V3 or V4: a vault cannot fill UniswapX orders"),
      )
      .min(1)
      .max(3)
      .optional(),
  })
  .transform((body, context): PassthroughRequest => {
    if ((body.tokenOutChainId ?? body.tokenInChainId) !== body.tokenInChainId) {
      context.addIssue({
        code: "custom",
        path: ["tokenOutChainId"],
        message: "must equal tokenInChainId",
      });
      return z.NEVER;
    }
    return {
      chainId: body.tokenInChainId,
      tokenIn: body.tokenIn,
      tokenOut: body.tokenOut,
      mode: body.type === "EXACT_INPUT" ? "exactIn" : "exactOut",
      amountBase: body.amount,
      slippageBps: body.slippageTolerance ?? slippage.default,
      ...(body.swapper !== undefined && { taker: body.swapper }),
      ...(body.protocols !== undefined && { protocols: body.protocols }),
    };
  });

/** Percent with at most two decimals, out as whole basis points. */
function percent() {
  return z
    .number()
    .min(slippage.min / 100)
    .max(slippage.max / 100)
    .refine(
      (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      "must have at most two decimals",
    )
    .transform((value) => Math.round(value * 100));
}
