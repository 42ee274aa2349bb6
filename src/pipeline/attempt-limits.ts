/** Times of an attempt, and the depth of its effect (decisions D31 and D32). */
export const ATTEMPT_LIMITS = {
  /** The resolver leaves an attempt to its caller for so long. */
  callerTimeMs: 60_000,
  /** Next look at an attempt whose outcome was not seen. */
  nextCheckMs: 30_000,
  /**
   * Beyond every chain's finality but Polygon's rarest, and within the states of any full node
   * (128): so long an ended attempt is watched, and then its nonce is used for good.
   */
  settledBlocks: 64n,
} as const;

/** Seconds for the agent's own sending, and for a person who signs (decision D17). */
export const DEADLINE_SEC = { delegated: 300, manual: 1_800 } as const;
