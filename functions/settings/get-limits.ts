import * as z from "zod";
import { vaultLimitsQuery, vaultLimitsResponse } from "../../schemas/change-vault-limits.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";
import { vaultLimitsState } from "../../src/settings/vault-limits-state.ts";

/** A vault's limits, with what is used and left of those of 24 hours. The query carries a signature: never logged. */
export const getLimits = defineRoute({
  method: "GET",
  path: "/api/settings/limits",
  price: "free",
  operationId: "getLimits",
  summary: "Read the limits of a vault",
  tags: ["Settings"],
  auth: "operator",
  examples: {
    query: { ...EXAMPLES.auth, chainId: "8453", authTimestamp: "1795000000000" },
    response: {
      ok: true,
      limits: {
        maxPerTransaction: null,
        maxPerDay: "5000",
        maxPerTokenPerDay: null,
        perToken: [],
        tokens: "listed",
        named: [],
        hooks: [],
        venues: ["uniswap", "0x"],
      },
      baseToken: { address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", symbol: "USDC", decimals: 6 },
      used: { day: "1200.5", tokens: [{ token: "0x0000000000000000000000000000000000000000", amount: "1200.5" }] },
      left: { day: "3799.5", tokens: [{ token: "0x0000000000000000000000000000000000000000", amount: null }] },
    },
  },
  query: vaultLimitsQuery,
  body: z.undefined(),
  output: vaultLimitsResponse,
  noStore: true,
  handle: async ({ deps }, { query }) => {
    const { context } = await requireOperator(deps, query);
    return { ok: true as const, ...vaultLimitsState(context, deps.chain(query.chainId).addresses) };
  },
});
