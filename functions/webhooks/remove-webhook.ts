import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { removeWebhookRequest, removeWebhookResponse } from "../../schemas/webhook.ts";
import { requireOperator } from "../../src/auth/require-operator.ts";
import { defineRoute } from "../../src/route.ts";
import { removeWebhook } from "../../src/store/webhooks/list-webhooks.ts";

/** Ends a webhook, with what waits for it; told to the operator's other channels. */
export const removeWebhookRoute = defineRoute({
  method: "POST",
  path: "/api/webhooks/remove",
  price: "free",
  operationId: "removeWebhook",
  summary: "Remove a webhook",
  description:
    "What it was not sent yet is dropped. The operator's chat and its other webhooks are told.",
  tags: ["Events"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, id: EXAMPLES.webhook.id },
    response: { ok: true, message: "The webhook is removed.", removed: true },
  },
  query: z.object({}),
  body: removeWebhookRequest.extend({ dryRun: dryRunField }),
  output: removeWebhookResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { operator } = await requireOperator(deps, body);
    const { redis, keys, newId, clock } = deps;
    const of = { requestId: newId(), nowMs: clock.nowMs(), operator, id: body.id };
    const { removed } = await removeWebhook.run(redis, keys, of);
    const message = removed ? "The webhook is removed." : "You have no webhook of this id.";
    return { ok: true as const, message, removed };
  },
});
