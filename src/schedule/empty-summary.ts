import type { TickSummary } from "../../schemas/tick-summary.ts";

/** Of a tick or shard that has not done anything yet. */
export const emptySummary = (): TickSummary => ({
  duplicate: false,
  resolved: 0,
  slices: 0,
  executed: 0,
  failed: 0,
  pending: 0,
  skipped: 0,
  shards: 0,
  more: false,
});
