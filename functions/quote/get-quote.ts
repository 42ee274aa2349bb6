import * as z from "zod";
import { quoteQuery, quoteResponse } from "../../schemas/quote.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { bestQuote } from "../../src/tools/best-quote.ts";

/** The best quote for an exact input: the aggregator, or the pool DEX when it has no route (decision 27). */
export const getQuote = defineRoute({
  method: "GET",
  path: "/api/quote",
  price: "quote",
  summary: "Quote a swap",
  query: quoteQuery,
  body: z.undefined(),
  output: quoteResponse,
  handle: async ({ deps }, { query }) => unwrap(await bestQuote(deps, query)),
});
