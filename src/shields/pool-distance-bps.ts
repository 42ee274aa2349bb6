import { WHOLE_BPS } from "../lib/whole-bps.ts";

/** A pool's price now and the oracle's mean of the same pair, as square roots in Q64.96; both above 0. */
export type PoolPrices = { poolSqrtX96: bigint; oracleSqrtX96: bigint };

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * How far a pool's price is from the oracle's in basis points of the lower one, so that it does not matter which token is named first.
 * Rounded down, for display: whether a tolerance is exceeded is decided exactly (judge-pool-price.ts).
 */
export function poolDistanceBps({ poolSqrtX96, oracleSqrtX96 }: PoolPrices): number {
  const [pool, oracle] = [poolSqrtX96 * poolSqrtX96, oracleSqrtX96 * oracleSqrtX96];
  const [lower, higher] = pool < oracle ? [pool, oracle] : [oracle, pool];
  const bps = ((higher - lower) * WHOLE_BPS) / lower;
  return Number(bps > LARGEST ? LARGEST : bps);
}
