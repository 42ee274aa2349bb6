import { WHOLE_BPS } from "../lib/whole-bps.ts";

/** Square roots in Q64.96 of now and of the oracle's mean; both above 0. */
export type PoolPrices = { poolSqrtX96: bigint; oracleSqrtX96: bigint };

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** In basis points of the lower one, whichever token is named first. Rounded down, for display (judge-pool-price.ts decides exactly). */
export function poolDistanceBps({ poolSqrtX96, oracleSqrtX96 }: PoolPrices): number {
  const [pool, oracle] = [poolSqrtX96 * poolSqrtX96, oracleSqrtX96 * oracleSqrtX96];
  const [lower, higher] = pool < oracle ? [pool, oracle] : [oracle, pool];
  const bps = ((higher - lower) * WHOLE_BPS) / lower;
  return Number(bps > LARGEST ? LARGEST : bps);
}
