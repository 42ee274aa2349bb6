import * as z from "zod";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { vaultQuery } from "../../schemas/vaults/vault-query.ts";
import { overviewOutput } from "../../src/overview/overview-output.ts";
import { overviewRead } from "../../src/overview/overview-read.ts";
import { readOwnOverview } from "../../src/overview/read-own-overview.ts";
import { defineRoute } from "../../src/route.ts";
import { POSITIONS_EXAMPLE } from "../../src/tables/read-vault-positions.ts";
import { getVaultInfo } from "../../src/tools/get-vault-info.ts";

const output = z.object({ ok: z.literal(true), ...overviewOutput().shape });

/**
 * A vault for its owner: what it is, holds and is worth, and what is left to its agent (decision
 * D13).
 */
export const getVault = defineRoute({
  method: "GET",
  path: "/api/vault",
  price: "free",
  operationId: "getVault",
  summary: "Read a vault: what it holds, is worth, and may do",
  description:
    "For the vault's operator: NAV per unit and total value, each holding with its value by " +
    "the vault's oracle and its share, LP and perpetual positions, agent wallet and its " +
    "coin, delegation, freeze, what is left of limits and loss budget, open orders, waiting " +
    "operations. A part that cannot be read is `unavailable` with its code: never 0, never " +
    "left out. For anybody else: the tool get_vault_info.",
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
      block: "29384756",
      nav: {
        ...{ unitaryValue: "1.02", unitaryValueBase: "1020000" },
        ...{ netTotalValue: "1020", netTotalValueBase: "1020000000" },
      },
      holdings: [
        {
          ...{
            token: EXAMPLES.usdc,
            symbol: "USDC",
            decimals: 6,
            amount: "1020",
            amountBase: "1020000000",
          },
          isCounted: true,
          value: { amount: "1020", amountBase: "1020000000", shareOfNavBps: 10_000 },
        },
      ],
      positions: POSITIONS_EXAMPLE,
      agent: EXAMPLES.agentGas,
      limitsLeft: EXAMPLES.limits,
      lossBudget: {
        day: { limitBps: 1_000, used: "0.42%", left: "9.58%" },
        week: { limitBps: 1_500, used: "0.42%", left: "14.58%" },
      },
      orders: { ...EXAMPLES.orders, isAll: true },
      operations: { waiting: [], isAll: true },
    },
  },
  query: vaultQuery,
  body: z.undefined(),
  output,
  noStore: true,
  reads: overviewRead,
  handle: async (ctx, { query, raw }) => ({
    ok: true as const,
    ...(await readOwnOverview(ctx, raw.headers, query)),
  }),
});
