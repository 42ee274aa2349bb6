import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { webhookRequest, webhookResponse } from "../../schemas/webhook.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";
import { registerWebhook } from "../../src/webhooks/register-webhook.ts";

/** Notifications of an operator to software of its own, signed (decision D62). */
export const addWebhook = defineRoute({
  method: "POST",
  path: "/api/webhooks",
  price: "free",
  operationId: "addWebhook",
  summary: "Register a webhook",
  description:
    "Every notification of the operator is sent to it as JSON, at least once and in order, " +
    "of all its vaults: what a paired chat is told too. `X-Webhook-Signature` is `t=<Unix " +
    "seconds>,v1=<HMAC-SHA256 of t.body in hex>`, `X-Webhook-Id` the notification's id, the " +
    "same whenever it is sent again. Any 2xx within 5 seconds takes it; a redirect is a " +
    "failure. What failed is tried again, after 30 s and then ever longer up to 30 minutes; " +
    "after a day without one success the webhook is switched off and that is told. A ping " +
    "comes at once. At most 3 an operator.",
  tags: ["Events"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, url: EXAMPLES.webhook.url },
    response: {
      ok: true,
      webhook: EXAMPLES.webhook,
      secret: "whsec_5f1d0c9b8a7e6d5c4b3a29181706f5e4d3c2b1a09f8e7d6c5b4a392817060504",
      message: "Registered. Keep the secret: it is not shown again. A ping is on its way.",
    },
  },
  query: z.object({}),
  body: webhookRequest.extend({ dryRun: dryRunField }),
  output: webhookResponse,
  runsDry: true,
  noStore: true,
  handle: async ({ deps }, { body }) => {
    const { operator } = await requireOperator(deps, body);
    const registered = await registerWebhook(deps, operator, body.url);
    const message = "Registered. Keep the secret: it is not shown again. A ping is on its way.";
    return { ok: true as const, ...registered, message };
  },
});
