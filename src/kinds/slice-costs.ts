/** What a run costs that is one trade of the vault (schedule-limits.ts says of what): its most without second tries, and what is reserved for it. */
export const SLICE_COSTS = { needs: 11, reserves: 19 } as const;
