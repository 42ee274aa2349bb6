import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { webhooksQuery, webhooksResponse } from "../../schemas/webhook.ts";
import { credentialHeaders } from "../../src/auth/credential-headers.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";
import { listWebhooks } from "../../src/store/webhooks/list-webhooks.ts";

/**
 * The operator's webhooks, whichever of its vaults is named, and how their deliveries go. Secrets
 * are not shown again.
 */
export const listWebhooksRoute = defineRoute({
  method: "GET",
  path: "/api/webhooks",
  price: "free",
  operationId: "listWebhooks",
  summary: "List webhooks and how they do",
  description: "Of the operator, whichever of its vaults is named. Secrets are not shown again.",
  tags: ["Events"],
  auth: "operator",
  leastScope: "owner",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText },
    response: { ok: true, webhooks: [EXAMPLES.webhook] },
  },
  query: webhooksQuery,
  body: z.undefined(),
  output: webhooksResponse,
  noStore: true,
  handle: async ({ deps }, { query: { vault, chainId }, raw }) => {
    const auth = { ...credentialHeaders(raw.headers), vaultAddress: vault, chainId };
    const { operator } = await requireOperator(deps, auth);
    const nowMs = deps.clock.nowMs();
    return {
      ok: true as const,
      ...(await listWebhooks.run(deps.redis, deps.keys, { nowMs, operator })),
    };
  },
});
