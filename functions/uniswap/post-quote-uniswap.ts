import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { oracleEnrichment } from "../../schemas/quote.ts";
import { uniswapQuoteBody } from "../../schemas/uniswap-quote-body.ts";
import { unwrap } from "../../src/errors.ts";
import { jsonObject } from "../../src/lib/is-object.ts";
import { venueQuote } from "../../src/quotes/venue-quote.ts";
import { defineRoute } from "../../src/route.ts";

/**
 * The pool DEX's own quote with the oracle's view of it. Routes are CLASSIC only, whatever was
 * preferred (decision D17).
 */
export const postQuoteUniswap = defineRoute({
  method: "POST",
  path: "/api/quote/uniswap",
  aliases: ["/api/quote/pool_dex"],
  price: "quote_uniswap",
  operationId: "postQuoteUniswap",
  summary: "Quote at Uniswap, enriched with the oracle",
  description:
    "The venue's own answer, unchanged, beside three oracle fields. Routes are CLASSIC only.",
  tags: ["Quotes"],
  auth: "optional",
  leastScope: "none",
  examples: {
    body: {
      type: "EXACT_INPUT",
      amount: "1000000000000000000",
      tokenIn: "ETH",
      tokenOut: "USDC",
      tokenInChainId: EXAMPLES.chainId,
    },
    response: {
      priceFeedExists: true,
      deltaBps: 12,
      oracleAmount: "3003600000",
      routing: "CLASSIC",
    },
  },
  query: z.object({}),
  body: uniswapQuoteBody,
  output: oracleEnrichment,
  sessionVault: ({ bodyText }) => {
    const { swapper, tokenInChainId } = jsonObject(bodyText);
    return { vault: swapper, chainId: tokenInChainId };
  },
  handle: async ({ deps }, { body }) => unwrap(await venueQuote(deps, "uniswap", body)),
});
