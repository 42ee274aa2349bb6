/** Subrequests (schedule-limits.ts) without second tries, and those reserved. */
export const SLICE_COSTS = { needs: 11, reserves: 19 } as const;
