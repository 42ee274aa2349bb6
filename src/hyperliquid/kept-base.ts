/** Of any market of the venue: what an order in an unknown one binds at most. */
const LEAST_MAX_LEVERAGE = 3n;

/**
 * For positions and resting orders (once filled), never too little, in USDC with 6 decimals: a position's margin is at least twice what it
 * must keep. Source: docs/facts/hyperliquid.md 3.
 */
export const keptBase = (marginUsedBase: bigint, restingBase: bigint): bigint =>
  marginUsedBase / 2n + restingBase / (2n * LEAST_MAX_LEVERAGE) + 1n;
