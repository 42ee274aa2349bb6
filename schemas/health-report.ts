import * as z from "zod";

/** Of a venue and the schedule `ok` says that they are configured: asking them would cost a quote, or a tick. */
export const healthStatus = z.enum(["ok", "down", "not_configured"]);
export const healthDependencies = z
  .record(z.string(), healthStatus)
  .describe("store, facilitator, schedule, chain_<id> of each configured chain, venue_<id>.");
export type HealthDependencies = z.infer<typeof healthDependencies>;

/** Answer of GET /api/health; when the store is not ok the same `dependencies` are the `details` of a 503. */
export const healthReport = z.object({ ok: z.literal(true), dependencies: healthDependencies });
