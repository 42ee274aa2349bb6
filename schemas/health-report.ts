import * as z from "zod";
import { bazaarListings } from "./bazaar-listings.ts";
import { unixMs } from "./primitives.ts";

/** Venues and schedule are `ok` when configured: calling them would cost a quote or a tick. */
export const healthStatus = z.enum(["ok", "down", "not_configured"]);
export const healthDependencies = z
  .record(z.string(), healthStatus)
  .describe("store, facilitator, schedule, chain_<id> of each configured chain, venue_<id>.");
export type HealthDependencies = z.infer<typeof healthDependencies>;

/**
 * State of the ticks: `late` when the last is more than two intervals (10 minutes) ago, `never`
 * before the first.
 */
export const schedulerState = z.object({
  status: z.enum(["ok", "late", "never"]),
  lastTickAt: unixMs.nullable().describe("When the last tick came, in Unix milliseconds."),
});
export type SchedulerState = z.infer<typeof schedulerState>;

/** Webhooks of all operators together. */
export const webhookCounts = z.object({
  failing: z.int().min(0).describe("Their last delivery failed; they are tried again."),
  off: z
    .int()
    .min(0)
    .describe("Switched off after a day without one success, and not registered again."),
});
export type WebhookCounts = z.infer<typeof webhookCounts>;

/**
 * Answer of GET /api/health; when the store is not ok the same `dependencies` are the `details` of
 * a 503.
 */
export const healthReport = z.object({
  ok: z.literal(true),
  version: z.string().describe("Of the service."),
  dependencies: healthDependencies,
  scheduler: schedulerState.describe(
    "Whether the schedule's ticks come; late after two intervals without one.",
  ),
  webhooks: webhookCounts.describe("How many webhooks fail."),
  bazaar: bazaarListings.describe(
    "What the facilitator last said of listing the paid resources in its catalogue.",
  ),
});
