/** Limits of NAV syncs. Source: decision D47. */
export const NAV_SYNC_LIMITS = {
  minIntervalMinutes: 5,
  defaultIntervalMinutes: 30,
  /** As an order's: 30 days. */
  maxIntervalMinutes: 43_200,
  minThresholdBps: 10,
  defaultThresholdBps: 200,
  /** A spread above this is no drift to be evened out, but something to look at. */
  maxThresholdBps: 10_000,
  /**
   * Whole tokens. Where none is given, and only for what is worth about a dollar: of other tokens
   * the same figure would be a fortune.
   */
  defaultPerRun: "1000",
  defaultPerDay: "5000",
  dayMs: 24 * 60 * 60_000,
  /**
   * A transfer must arrive, or be on its way back, before NAVs are compared again. The bridge gives
   * a fill ten minutes (docs/facts/across.md); half as much is for clocks and reorgs.
   */
  arrivalMs: 15 * 60_000,
} as const;
