import * as z from "zod";
import { auditQuery } from "./audit-query.ts";
import { dryRunMark } from "./dry-run-mark.ts";
import { operatorAuthAnywhere } from "./operator-auth-anywhere.ts";
import { unixMs } from "./primitives.ts";
import { WEBHOOK_LIMITS } from "./webhook-limits.ts";

const webhookId = z
  .string()
  .regex(/^wh_[0-9a-f]{32}$/, "must be the id of a webhook: wh_ and 32 hex digits");
const url = z.string().min(1).max(WEBHOOK_LIMITS.maxUrlChars);

/** Body of POST /api/webhooks. Whether the URL may be delivered to is judged in src/webhooks. */
export const webhookRequest = operatorAuthAnywhere.extend({
  url: url.describe(
    "Where notifications are sent: https, a public name, port 443, no credentials. The same " +
      "URL again gets a new secret and is switched on.",
  ),
});
/** Body of POST /api/webhooks/remove. */
export const removeWebhookRequest = operatorAuthAnywhere.extend({
  id: webhookId.describe("The webhook's id."),
});
/**
 * Query of GET /api/webhooks: a vault that the operator owns, and its chain (Base unless named).
 */
export const webhooksQuery = auditQuery.omit({ from: true });

/** An endpoint as its operator sees it; its secret is shown once, by its registration. */
export const webhookView = z.object({
  id: webhookId,
  url,
  createdAt: unixMs,
  status: z
    .enum(["on", "failing", "off"])
    .describe(
      "failing: its last delivery failed and is tried again. off: nothing is sent until it " +
        "is registered again.",
    ),
  waiting: z.int().min(0).describe("Notifications that were not delivered yet."),
  dropped: z.int().min(0).describe("Notifications that were given up since it was registered."),
  lastSuccessAt: unixMs.nullable(),
  lastFailure: z.object({ at: unixMs, reason: z.string().max(120) }).nullable(),
  failingSince: unixMs.nullable().describe("First failure since the last success."),
  offAt: unixMs.nullable(),
});
export type WebhookView = z.infer<typeof webhookView>;

export const webhookResponse = z.object({
  ok: z.literal(true),
  webhook: webhookView,
  secret: z
    .string()
    .describe("Signs every delivery (HMAC-SHA256). Shown this once: keep it to yourself."),
  message: z.string(),
  dryRun: dryRunMark,
});
export const webhooksResponse = z.object({ ok: z.literal(true), webhooks: z.array(webhookView) });
export const removeWebhookResponse = z.object({
  ok: z.literal(true),
  message: z.string(),
  removed: z.boolean().describe("false: the operator has no webhook of this id."),
  dryRun: dryRunMark,
});
