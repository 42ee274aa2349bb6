/** How much of a vault's value on a chain its syncs take to others: in 24 hours what the NAV Shield lets through, in 7 days so many times that. */
export const SYNC_LIMITS = { weekTimesDay: 2 } as const;
