/** And how deep what it did must lie (decisions 42 and 109). */
export const ATTEMPT_LIMITS = {
  /** A resolver leaves the attempt alone until its caller is done with it, or dead. */
  callerTimeMs: 60_000,
  /** When the resolver looks at an attempt whose outcome was not seen. */
  nextCheckMs: 30_000,
  /**
   * Beyond every chain's finality but Polygon's rarest, and within the states that any full node keeps (128): so deep an ended attempt is
   * watched, and a used nonce is used for good.
   */
  settledBlocks: 64n,
} as const;

/** Short when the agent sends it now, longer when a person signs it (decision 31). */
export const DEADLINE_SEC = { delegated: 300, manual: 1_800 } as const;
