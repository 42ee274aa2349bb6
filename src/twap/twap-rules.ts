/** The fixed numbers of TWAP. Source: spec "Limits" and "TwapOrder"; decisions 39 and 40. */
export const TWAP_RULES = {
  maxSlices: 1000,
  /** Amount precision: totals and slices are whole units of min(6, the token's decimals). */
  amountDecimals: 6,
  /** The constant part of the due rule's jitter: a slice is due from a minute before its planned time. */
  jitterMs: 60_000,
  maxConsecutiveFailures: 3,
  /** Twelve ticks: what is transient is over by then. */
  tellWaitingAfterMs: 60 * 60_000,
  maxErrorLength: 400,
  eventRetentionMs: 24 * 60 * 60_000,
  maxEvents: 20,
} as const;
