/** What bounds an order is in schemas/order-limits.ts. Source: spec "Limits" and "TwapOrder"; decision 40. */
export const TWAP_RULES = {
  /** The constant part of the due rule's jitter: a slice is due from a minute before its planned time. */
  jitterMs: 60_000,
  /** Two or three blocks: with less until its order's end, a slice would be mined too late (as in may-send-again.ts). */
  timeToMineMs: 30_000,
  maxConsecutiveFailures: 3,
  /** Twelve ticks: what is transient is over by then. */
  tellWaitingAfterMs: 60 * 60_000,
  maxErrorLength: 400,
} as const;
