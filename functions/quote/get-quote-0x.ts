import * as z from "zod";
import { oracleEnrichment } from "../../schemas/quote.ts";
import { zeroXQuoteQuery } from "../../schemas/zerox-quote-query.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { venueQuote } from "../../src/tools/venue-quote.ts";

/** The aggregator's own quote with the oracle's view of it. */
export const getQuote0x = defineRoute({
  method: "GET",
  path: "/api/quote/0x",
  aliases: ["/api/quote/aggregator"],
  price: "quote_0x",
  summary: "Quote at 0x, enriched with the oracle",
  query: zeroXQuoteQuery,
  body: z.undefined(),
  output: oracleEnrichment,
  handle: async ({ deps }, { query }) => unwrap(await venueQuote(deps, "0x", query)),
});
