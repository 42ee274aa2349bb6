/** How often a vault's NAV is sampled, and how long that is kept (decision D75). */
export const SAMPLE_RULES = {
  hourMs: 3_600_000,
  /** Hourly samples: a week. */
  hoursKept: 7 * 24,
  /** Then one a day. */
  daysKept: 400,
  /** What one answer shows unless it is asked for more. */
  daysShown: 30,
  /** Hourly for so long after somebody looked or the agent sent something; else daily. */
  busyMs: 7 * 24 * 3_600_000,
  /** Vaults of one round: one RPC batch a chain. */
  perRound: 100,
} as const;
