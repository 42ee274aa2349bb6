/**
 * Paths of the queue's calls for a tick and for a shard. Signatures are checked for this very URL.
 */
export const SCHEDULE_ROUTES = {
  tick: "/api/internal/twap-tick",
  shard: "/api/internal/twap-slices",
} as const;
