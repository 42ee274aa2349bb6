import * as z from "zod";

/**
 * Figures of one tick or shard. `duplicate`: a repeated delivery, which ran nothing. `shards`:
 * shards for due orders beyond the tick's own part. `more`: something was still due at the last
 * claim.
 */
export const tickSummary = z.object({
  duplicate: z.boolean(),
  resolved: z.int(),
  slices: z.int(),
  executed: z.int(),
  failed: z.int(),
  pending: z.int(),
  skipped: z.int(),
  shards: z.int(),
  more: z.boolean(),
});
export type TickSummary = z.infer<typeof tickSummary>;
