import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { execModeQuery, execModeResponse } from "../../schemas/settings.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";
import { getVaultLimits } from "../../src/tools/get-vault-limits.ts";

/**
 * The operator's execution mode; `confirm` until one was chosen (decision D3). The query carries a
 * signature: never logged.
 */
export const getExecMode = defineRoute({
  method: "GET",
  path: "/api/settings/exec-mode",
  price: "free",
  operationId: "getExecMode",
  summary: "Read the execution mode",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "read",
  standsFor: getVaultLimits.name,
  examples: {
    query: { ...EXAMPLES.auth, chainId: EXAMPLES.chainIdText, authTimestamp: "1795000000000" },
    response: { ok: true, mode: "confirm" },
  },
  query: execModeQuery,
  body: z.undefined(),
  output: execModeResponse,
  noStore: true,
  handle: async ({ deps }, { query }) => {
    const { context } = await requireOperator(deps, query);
    return { ok: true as const, mode: context.settings.execMode ?? SETTINGS_DEFAULTS.execMode };
  },
});
