/**
 * Share of a vault's value that syncs move off a chain: the NAV Shield's threshold in 24 hours, so
 * many times that in 7 days.
 */
export const SYNC_LIMITS = { weekTimesDay: 2 } as const;
