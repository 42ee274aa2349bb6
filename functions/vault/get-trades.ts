import * as z from "zod";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { tradesQuery } from "../../schemas/vaults/trades-query.ts";
import { vaultTrades } from "../../schemas/vaults/vault-trades.ts";
import { defineRoute } from "../../src/route.ts";
import { readOwnTrades, tradesRead } from "../../src/trades/read-own-trades.ts";
import { getVaultTrades, TRADES_EXAMPLE } from "../../src/trades/tools/get-vault-trades.ts";
import { tradesCsv } from "../../src/trades/trades-csv.ts";

const output = z.object({ ok: z.literal(true), ...vaultTrades().shape });

/** A vault's swaps for its owner, by their receipts, and what they made (decision D76). */
export const getTrades = defineRoute({
  method: "GET",
  path: "/api/vault/trades",
  price: "free",
  operationId: "getVaultTrades",
  summary: "List a vault's trades, and what they made",
  description:
    "For the vault's operator: each swap that was sent for it, with amounts by its receipt, gas " +
    "in wei and in the base token, and what a sale brought above average cost without gas; of " +
    "all of them what each token made and is worth now, and the sums. A figure that is not " +
    "known is `unavailable` with its code: never 0, never left out. `format=csv`, or Accept: " +
    "text/csv, gives the page as a table.",
  tags: ["Vault"],
  auth: "operator",
  leastScope: "read",
  standsFor: getVaultTrades.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, limit: "50" },
    response: { ok: true, ...TRADES_EXAMPLE },
  },
  query: tradesQuery,
  body: z.undefined(),
  output,
  csv: tradesCsv,
  noStore: true,
  reads: tradesRead,
  handle: async (ctx, { query, raw }) => ({
    ok: true as const,
    ...(await readOwnTrades(ctx, raw.headers, query)),
  }),
});
