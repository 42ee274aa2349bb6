/** Rules of following an order at its venue (decision D52). */
export const FOLLOW_RULES = {
  /**
   * Between looks, by how many there were; the last one stands for all later. A tick looks at what
   * is due when it comes.
   */
  lookAfterMs: [5_000, 15_000, 60_000, 300_000],
  /** Between looks at one that is a day old: it waits for a price. */
  restingLookAfterMs: 15 * 60_000,
  restingAfterMs: 24 * 3_600_000,
  /** An order that should act at once is told as late after this time. */
  lateAfterMs: 15 * 60_000,
  /** After so long without an answer of the venue nobody knows what became of it. */
  unansweredMs: 24 * 3_600_000,
  /**
   * An order that should act at once is followed no longer; one that waits for a price is, as long
   * as it waits.
   */
  promptMs: 7 * 24 * 3_600_000,
  /** Ended ones that a vault's list keeps. */
  maxEnded: 20,
} as const;
