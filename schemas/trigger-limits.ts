/** Limits of trigger orders. Source: decision D41. */
export const TRIGGER_LIMITS = {
  /** Per vault and chain, beside its TWAP orders. */
  maxActivePerVaultChain: 10,
  /** Over all vaults, as many as ten vaults may have: a tick looks at every one of them. */
  maxActivePerOperator: 100,
  /** Prices are compared exactly to so many decimals. */
  priceDecimals: 18,
  /**
   * Looked at by every tick: a minute less than the ticks are apart, as a slice is due a minute
   * before its plan.
   */
  lookEveryMs: 4 * 60_000,
  /** A cause is told once within this time. */
  tellAgainMs: 24 * 60 * 60_000,
  /**
   * A price that a node does not give is an outage of minutes, as a rule: it is told after so long.
   */
  tellUnreadMs: 60 * 60_000,
  /** A price older than this is read again before anything is done. */
  freshLookMs: 30_000,
  /**
   * Its intent is written within so long of the look, or not at all: quote, simulation and
   * signature come between.
   */
  writtenMs: 60_000,
} as const;
