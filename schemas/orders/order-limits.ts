/**
 * Limits of orders. Source: spec "Limits" and "TWAP tools"; decisions D36, D63 and D39.
 */
export const ORDER_LIMITS = {
  /** Orders with `active: true`, manually paused ones included. */
  maxActivePerVaultChain: 3,
  maxActivePerOperator: 30,
  /** Completed, cancelled and auto-paused ones that a vault keeps. */
  maxClosed: 20,
  /** Ended orders whose figures for a quality report a vault keeps, and their size. */
  maxFigures: 500,
  maxFiguresBytes: 1_024,
  maxSlices: 1000,
  minIntervalMinutes: 5,
  /**
   * 30 days. The spec has a lower bound only; above this stands no schedule a person runs, but the
   * usual slips do (seconds or milliseconds typed for minutes), and planned times stay far from the
   * largest date there is.
   */
  maxIntervalMinutes: 43_200,
  /** Amount precision: totals and slices are whole units of min(6, the token's decimals). */
  amountDecimals: 6,
  /**
   * Most that a random size or time differs from the even plan: half leaves every slice its own
   * place.
   */
  maxRandomBps: 5_000,
  /** Slices' worth of one trade that catches up. */
  maxCatchUpSlices: 3,
  /** Times further ahead are slips of the unit (seconds, microseconds), not plans. */
  maxStartAheadMs: 366 * 24 * 60 * 60_000,
  maxExpiryAheadMs: 10 * 366 * 24 * 60 * 60_000,
  /** New cuts of what is left, each of which the record keeps. */
  maxSegments: 100,
  /**
   * Events kept per vault, of its orders and as many of all else, and for how long they are shown.
   */
  maxEvents: 20,
  eventRetentionMs: 24 * 60 * 60_000,
} as const;
