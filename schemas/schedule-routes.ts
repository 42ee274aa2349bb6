/** Where the queue calls for a tick and for one shard of its work: what is published must name the very URL that its signature is checked for. */
export const SCHEDULE_ROUTES = { tick: "/api/internal/twap-tick", shard: "/api/internal/twap-slices" } as const;
