/** (schedule-limits.ts says of what): without second tries, and what is reserved for it. */
export const SLICE_COSTS = { needs: 11, reserves: 19 } as const;
