import * as z from "zod";
import { vaultLimitsQuery, vaultLimitsResponse } from "../../schemas/change-vault-limits.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";
import { vaultLimitsState } from "../../src/settings/vault-limits-state.ts";
import { getVaultLimits } from "../../src/tools/get-vault-limits.ts";

/**
 * A vault's limits, with what is used and left of those of 24 hours. The query carries a signature:
 * never logged.
 */
export const getLimits = defineRoute({
  method: "GET",
  path: "/api/settings/limits",
  price: "free",
  operationId: "getLimits",
  summary: "Read the limits of a vault",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "read",
  standsFor: getVaultLimits.name,
  examples: {
    query: { ...EXAMPLES.auth, chainId: EXAMPLES.chainIdText, authTimestamp: "1795000000000" },
    response: { ok: true, ...EXAMPLES.limits },
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
