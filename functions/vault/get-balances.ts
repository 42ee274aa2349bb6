import * as z from "zod";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { baseUnits, decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import { vaultQuery } from "../../schemas/vaults/vault-query.ts";
import { readOwnBalances } from "../../src/calls/read-own-balances.ts";
import { defineRoute } from "../../src/route.ts";
import { getTokenBalance } from "../../src/tools/get-token-balance.ts";

const output = z.object({
  ok: z.literal(true),
  balances: z
    .array(
      z.object({
        token: hexAddress,
        symbol: z.string(),
        decimals: z.int(),
        amount: decimalAmount,
        amountBase: baseUnits,
      }),
    )
    .describe("The base token first, then what else it holds."),
});

/** A vault's balances, for its owner (decision D13). */
export const getBalances = defineRoute({
  method: "GET",
  path: "/api/vault/balances",
  price: "free",
  operationId: "getBalances",
  summary: "Read what a vault holds",
  description:
    "The coin, the tokens that this service lists, and those that the vault counts in its " +
    "NAV: the base token always, others where there is something. Positions elsewhere are " +
    "not in it. For anybody else: the tool get_token_balance.",
  tags: ["Vault"],
  auth: "operator",
  leastScope: "read",
  standsFor: getTokenBalance.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText },
    response: {
      ok: true,
      balances: [
        {
          token: EXAMPLES.usdc,
          symbol: "USDC",
          decimals: 6,
          amount: "1020",
          amountBase: "1020000000",
        },
      ],
    },
  },
  query: vaultQuery,
  body: z.undefined(),
  output,
  noStore: true,
  reads: (query) => query,
  handle: async (ctx, { query, raw }) => ({
    ok: true as const,
    balances: await readOwnBalances(ctx, raw.headers, query),
  }),
});
