import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { quoteQuery, quoteResponse } from "../../schemas/quote.ts";
import { unwrap } from "../../src/errors.ts";
import { bestQuote } from "../../src/quotes/best-quote.ts";
import { defineRoute } from "../../src/route.ts";

/** The best quote for an exact input, of all venues side by side (decision D16). */
export const getQuote = defineRoute({
  method: "GET",
  path: "/api/quote",
  price: "quote",
  operationId: "getQuote",
  summary: "Quote a swap",
  description:
    "The best price for an exact input: all venues are asked side by side and compared after " +
    "gas; `source` has the winner and `comparison` by how much. No vault is needed; the " +
    "calldata is for `taker`, or for who pays.",
  tags: ["Quotes"],
  auth: "none",
  leastScope: "none",
  examples: {
    query: { sell: "ETH", buy: "USDC", amount: "1.5", chain: "base" },
    response: {
      sellToken: EXAMPLES.zero,
      buyToken: EXAMPLES.usdc,
      sellAmount: "1500000000000000000",
      buyAmount: "4500000000",
      price: "3000",
      source: "0x",
      comparison: `Best price: 0x, 2.5 USDC (5 bps) more than ${EXAMPLES.venue} after gas.`,
      chain: "base",
      calldata: "0x",
      to: EXAMPLES.zero,
      value: "0",
      gasEstimate: "180000",
    },
  },
  query: quoteQuery,
  body: z.undefined(),
  output: quoteResponse,
  venues: async ({ tables }) => Object.values(tables.venues).map(({ id }) => id),
  handle: async ({ deps, payer, freeVenues }, { query }) =>
    unwrap(await bestQuote(deps, query, { payer, freeVenues })),
});
