import * as z from "zod";

/** What one tick did, in numbers. `duplicate`: this delivery was seen before and ran nothing. */
export const tickSummary = z.object({
  duplicate: z.boolean(),
  resolved: z.int(),
  slices: z.int(),
  executed: z.int(),
  failed: z.int(),
  pending: z.int(),
  skipped: z.int(),
  more: z.boolean(),
});
export type TickSummary = z.infer<typeof tickSummary>;
