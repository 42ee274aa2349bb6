import { WHOLE_BPS } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type PoolPriceResult = { deltaBps: number; toleranceBps: number };

/**
 * Swap Shield for liquidity: a pool's mover gains what the vault loses when the price returns.
 * Compared exactly, in either token order; equal passes. Refuses with swap_shield_blocked and both
 * prices.
 */
export function judgePoolPrice({
  toleranceBps,
  ...prices
}: PoolPrices & { toleranceBps: number }): Verdict<PoolPriceResult> {
  const { poolSqrtX96, oracleSqrtX96 } = prices;
  if (poolSqrtX96 <= 0n || oracleSqrtX96 <= 0n)
    return refuse(
      "swap_shield_blocked",
      "The call was blocked because the pool or the vault's oracle has no usable price. Try " +
        "again in a few minutes.",
      { reason: "ORACLE_ERROR", toleranceBps },
    );
  const { lower, higher } = squares(prices);
  const deltaBps = poolDistanceBps(prices);
  if ((higher - lower) * WHOLE_BPS <= BigInt(toleranceBps) * lower)
    return allow({ deltaBps, toleranceBps });
  return refuse(
    "swap_shield_blocked",
    `The pool's price is ${deltaBps / 100}% off the vault's oracle price; at most ` +
      `${toleranceBps / 100}% is accepted. Wait until the pool is back at the market's price, ` +
      "or raise the Swap Shield tolerance for 10 minutes.",
    {
      deltaBps,
      toleranceBps,
      poolSqrtPriceX96: poolSqrtX96.toString(),
      oracleSqrtPriceX96: oracleSqrtX96.toString(),
    },
  );
}

/** Square roots in Q64.96: the pool's now, the oracle's mean; both above 0. */
type PoolPrices = { poolSqrtX96: bigint; oracleSqrtX96: bigint };

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * In basis points of the lower price, in either token order. Rounded down for display
 * (judgePoolPrice decides exactly).
 */
export function poolDistanceBps(prices: PoolPrices): number {
  const { lower, higher } = squares(prices);
  const bps = ((higher - lower) * WHOLE_BPS) / lower;
  return Number(bps > LARGEST ? LARGEST : bps);
}

function squares({ poolSqrtX96, oracleSqrtX96 }: PoolPrices) {
  const [pool, oracle] = [poolSqrtX96 * poolSqrtX96, oracleSqrtX96 * oracleSqrtX96];
  return pool < oracle ? { lower: pool, higher: oracle } : { lower: oracle, higher: pool };
}
