import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { baseUnits, decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import { vaultQuery } from "../../schemas/vault-query.ts";
import { readOwnVault } from "../../src/calls/read-own-vault.ts";
import { defineRoute } from "../../src/route.ts";
import { getVaultInfo } from "../../src/tools/get-vault-info.ts";

const amount = decimalAmount.nullable();
const output = z.object({
  ok: z.literal(true),
  name: z.string(),
  symbol: z.string(),
  owner: hexAddress,
  decimals: z.int().describe("Of the vault's own token."),
  totalSupplyBase: baseUnits,
  baseToken: z.object({ address: hexAddress, symbol: z.string(), decimals: z.int() }),
  unitaryValue: amount.describe(
    "NAV per unit in the base token; null where it cannot be measured now.",
  ),
  netTotalValue: amount,
  isFrozen: z
    .boolean()
    .describe("Nothing is sent for it, on any chain, until its owner lifts that."),
  limits: z
    .enum(["set", "none"])
    .describe(
      "Whether anything bounds what the agent may give away. none: POST /api/settings/limits " +
        "sets what does.",
    ),
  delegation: z
    .object({ agent: hexAddress, isEnabled: z.boolean(), methods: z.int() })
    .nullable()
    .describe("To its agent wallet, as last confirmed. null: never."),
});

/**
 * A vault at a glance for its owner: what it is, what it is worth, and whether its agent may act
 * (decision D13).
 */
export const getVault = defineRoute({
  method: "GET",
  path: "/api/vault",
  price: "free",
  operationId: "getVault",
  summary: "Read a vault at a glance",
  description:
    "Name, NAV, freeze, limits and delegation for the vault's operator. For anybody else: " +
    "the tool get_vault_info.",
  tags: ["Vault"],
  auth: "operator",
  leastScope: "read",
  standsFor: getVaultInfo.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText },
    response: {
      ...{
        ok: true,
        name: "My vault",
        symbol: "MV",
        owner: EXAMPLES.auth.operatorAddress,
        decimals: 6,
      },
      ...{
        totalSupplyBase: "1000000000",
        baseToken: { address: EXAMPLES.usdc, symbol: "USDC", decimals: 6 },
      },
      ...{ unitaryValue: "1.02", netTotalValue: "1020", isFrozen: false, limits: "set" },
      delegation: { agent: EXAMPLES.agent, isEnabled: true, methods: 12 },
    },
  },
  query: vaultQuery,
  body: z.undefined(),
  output,
  noStore: true,
  reads: (query) => query,
  handle: async (ctx, { query, raw }) => ({
    ok: true as const,
    ...(await readOwnVault(ctx, raw.headers, query)),
  }),
});
