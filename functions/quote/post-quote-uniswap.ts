import * as z from "zod";
import { oracleEnrichment } from "../../schemas/quote.ts";
import { uniswapQuoteBody } from "../../schemas/uniswap-quote-body.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { venueQuote } from "../../src/tools/venue-quote.ts";

/** The pool DEX's own quote with the oracle's view of it. Routes are CLASSIC only, whatever was preferred (decision 31). */
export const postQuoteUniswap = defineRoute({
  method: "POST",
  path: "/api/quote/uniswap",
  aliases: ["/api/quote/pool_dex"],
  price: "quote_uniswap",
  summary: "Quote at Uniswap, enriched with the oracle",
  query: z.object({}),
  body: uniswapQuoteBody,
  output: oracleEnrichment,
  handle: async ({ deps }, { body }) => unwrap(await venueQuote(deps, "uniswap", body)),
});
