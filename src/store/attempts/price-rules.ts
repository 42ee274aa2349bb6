export const PRICE_RULES = {
  /** Per chain and token, for all vaults (decision 403). */
  everyMs: 5 * 60_000,
  /** Two looks may fail before a price counts no more. */
  keptMs: 15 * 60_000,
  /** Requests for one price: one in each direction. */
  calls: 2,
  /** Running, in which the oracle is apart from it. */
  looksUntilTold: 2,
  /** Those whose agents were active last. */
  maxVaults: 200,
} as const;
