import * as z from "zod";
import { oracleEnrichment, uniswapQuoteRequest } from "../../schemas/quote.ts";
import { AppError, unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { percentToBps } from "../../src/settings/percent-to-bps.ts";
import { venueQuote } from "../../src/tools/venue-quote.ts";

/** The pool DEX's own quote with the oracle's view of it. Routes are CLASSIC only, whatever was preferred (decision 31). */
export const postQuoteUniswap = defineRoute({
  method: "POST",
  path: "/api/quote/uniswap",
  aliases: ["/api/quote/pool_dex"],
  price: "quote_uniswap",
  summary: "Quote at Uniswap, enriched with the oracle",
  query: z.object({}),
  body: uniswapQuoteRequest,
  output: oracleEnrichment,
  handle: async ({ deps }, { body }) => {
    if (body.tokenOutChainId !== undefined && body.tokenOutChainId !== body.tokenInChainId) {
      throw new AppError(
        "invalid_request",
        "The request is not valid. tokenOutChainId: both tokens must be on one chain.",
      );
    }
    return unwrap(
      await venueQuote(deps, "uniswap", {
        chainId: body.tokenInChainId,
        tokenIn: body.tokenIn,
        tokenOut: body.tokenOut,
        ...(body.type === "EXACT_INPUT" ? { sellAmountBase: body.amount } : { buyAmountBase: body.amount }),
        taker: body.swapper,
        slippageBps: body.slippageTolerance === undefined ? undefined : percentToBps(body.slippageTolerance),
      }),
    );
  },
});
