import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { oracleEnrichment } from "../../schemas/quote.ts";
import { zeroXQuoteQuery } from "../../schemas/zerox-quote-query.ts";
import { unwrap } from "../../src/errors.ts";
import { venueQuote } from "../../src/quotes/venue-quote.ts";
import { defineRoute } from "../../src/route.ts";

/** The aggregator's own quote with the oracle's view of it. */
export const getQuote0x = defineRoute({
  method: "GET",
  path: "/api/quote/0x",
  aliases: ["/api/quote/aggregator"],
  price: "quote_0x",
  operationId: "getQuote0x",
  summary: "Quote at 0x, enriched with the oracle",
  description:
    "The venue's own answer, unchanged, beside three oracle fields. Send exactly one of " +
    "sellAmount and buyAmount.",
  tags: ["Quotes"],
  auth: "optional",
  leastScope: "none",
  examples: {
    query: {
      chainId: EXAMPLES.chainIdText,
      sellToken: "ETH",
      buyToken: "USDC",
      sellAmount: "1000000000000000000",
    },
    response: {
      priceFeedExists: true,
      deltaBps: 12,
      oracleAmount: "3003600000",
      buyAmount: "3000000000",
    },
  },
  query: zeroXQuoteQuery,
  body: z.undefined(),
  output: oracleEnrichment,
  sessionVault: ({ query }) => ({ vault: query.taker, chainId: query.chainId }),
  handle: async ({ deps }, { query }) => unwrap(await venueQuote(deps, "0x", query)),
});
