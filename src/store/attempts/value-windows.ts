/** One figure for each half hour, over a day and a week (decision 32). */
export const VALUE_WINDOWS = {
  bucketMs: 30 * 60_000,
  dayMs: 24 * 3_600_000,
  weekMs: 7 * 24 * 3_600_000,
  /** Another, so much later at least, confirms a value (decision 400). */
  confirmMs: 10 * 60_000,
} as const;
