import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

export const WEBHOOK_KEYS = {
  /** STRING, JSON array of at most three endpoints (list-webhooks.ts); secrets are sealed. */
  webhooks: kept("webhooks:{operator}"),
  /** SET of all `operator|webhookId`: if empty, a tick need not look for due ones. */
  webhookEndpoints: kept("webhook-endpoints"),
  /** LIST of waiting notification ids, oldest first. */
  webhookQueue: kept("webhook-queue:{webhookId}"),
  /** HASH notification id -> `{payload, tries, since}`; since: ms of its first failure. */
  webhookItems: kept("webhook-items:{webhookId}"),
  /**
   * ZSET `operator|webhookId` -> ms when due, if its last delivery was taken. A leased one stands
   * at its lease's end.
   */
  webhookDue: kept("webhook-due"),
  /** ZSET, the same if its last delivery failed: these hold up no others. */
  webhookRetry: kept("webhook-retry"),
  /** ZSET `operator|webhookId` -> ms when it was switched off. */
  webhookOff: kept("webhook-off"),
} as const satisfies Record<string, KeyLine>;
