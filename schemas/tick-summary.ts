import * as z from "zod";

/**
 * What one tick or shard did, in numbers. `duplicate`: this delivery was seen before and ran nothing. `shards`: to so many
 * the tick handed what is due beyond its own part. `more`: something was still due when it last claimed.
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
