import type { KeyLine } from "../kernel/kernel-keys.ts";

export const WEBHOOK_KEYS = {
  /** STRING, JSON array of at most three endpoints (list-webhooks.ts). Their secrets are sealed. */
  webhooks: { template: "webhooks:{operator}", ttlSec: null },
  /** SET of `operator|webhookId`, all there are: where it is empty, a tick need not ask what is due. */
  webhookEndpoints: { template: "webhook-endpoints", ttlSec: null },
  /** LIST of notification ids that one endpoint is still to be sent, oldest first. */
  webhookQueue: { template: "webhook-queue:{webhookId}", ttlSec: null },
  /** HASH notification id -> `{payload, tries, since}`; since: ms of its first failed try. */
  webhookItems: { template: "webhook-items:{webhookId}", ttlSec: null },
  /** ZSET `operator|webhookId` -> ms when it is due, of endpoints whose last delivery was taken. A leased one stands at its lease's end. */
  webhookDue: { template: "webhook-due", ttlSec: null },
  /** ZSET, the same of endpoints whose last delivery failed: they wait here, so that they hold up nobody there. */
  webhookRetry: { template: "webhook-retry", ttlSec: null },
  /** ZSET `operator|webhookId` -> ms when it was switched off. */
  webhookOff: { template: "webhook-off", ttlSec: null },
} as const satisfies Record<string, KeyLine>;
