/** How often a venue is asked for a token's price, and how long the answer counts. */
export const PRICE_RULES = {
  /** At most once in so long per chain and token, for all vaults (decision 403). */
  everyMs: 5 * 60_000,
  /** Two looks may fail before a price counts no more. */
  keptMs: 15 * 60_000,
  /** Requests for one price: one in each direction. */
  calls: 2,
  /** Looks running in which the oracle is apart from it, until operators are told. */
  looksUntilTold: 2,
  /** Vaults of a chain that are looked at for who holds a token, those whose agents were active last. */
  maxVaults: 200,
} as const;
