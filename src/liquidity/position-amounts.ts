import { WHOLE_BPS } from "../lib/integers.ts";

/** Square roots of currency1 per currency0, in Q64.96; lower is below upper. */
export type PricedRange = { sqrtPriceX96: bigint; sqrtLowerX96: bigint; sqrtUpperX96: bigint };
/** In base units of the pool's currencies. */
export type PairAmounts = { amount0Base: bigint; amount1Base: bigint };

const Q96 = 1n << 96n;

/**
 * Exactly as the pool counts (Uniswap v4-core 1.0.2, SqrtPriceMath.sol and Pool.modifyLiquidity): rounded up for what it takes, down for
 * what it gives.
 */
export const positionAmounts = {
  /** What the pool takes for so much liquidity. */
  toAdd: (range: PricedRange, liquidity: bigint): PairAmounts => amounts(range, liquidity, divideUp),
  /** Without fees. */
  toRemove: (range: PricedRange, liquidity: bigint): PairAmounts => amounts(range, liquidity, divide),
  /**
   * The most that these amounts pay for; the one that is used up decides. A side that the range does not take at this price does not count.
   * Full precision, as the v3 SDK's maxLiquidityForAmounts: the library on chain loses all of it at the ends of the range of ticks.
   */
  liquidityFor(range: PricedRange, { amount0Base, amount1Base }: PairAmounts): bigint {
    const { sqrtLowerX96: lower, sqrtUpperX96: upper } = range;
    const price = within(range);
    const by0 = price < upper ? (amount0Base * price * upper) / (Q96 * (upper - price)) : undefined;
    const by1 = price > lower ? (amount1Base * Q96) / (price - lower) : undefined;
    if (by0 === undefined) return by1 ?? 0n;
    return by1 === undefined || by0 < by1 ? by0 : by1;
  },
};

type Division = (numerator: bigint, denominator: bigint) => bigint;
const divide: Division = (numerator, denominator) => numerator / denominator;
const divideUp: Division = (numerator, denominator) => (numerator + denominator - 1n) / denominator;

/** The part of the range above the price is held in currency0, the part below in currency1. */
function amounts(range: PricedRange, liquidity: bigint, by: Division): PairAmounts {
  const { sqrtLowerX96: lower, sqrtUpperX96: upper } = range;
  const price = within(range);
  return {
    amount0Base: by(by((liquidity << 96n) * (upper - price), upper), price),
    amount1Base: by(liquidity * (price - lower), Q96),
  };
}

/** Outside of its range a position is what it is at the nearer end. */
function within({ sqrtPriceX96, sqrtLowerX96, sqrtUpperX96 }: PricedRange): bigint {
  if (sqrtPriceX96 < sqrtLowerX96) return sqrtLowerX96;
  return sqrtPriceX96 > sqrtUpperX96 ? sqrtUpperX96 : sqrtPriceX96;
}

/** At the pool's price now, and the calldata's own bounds. */
export type BoundedAmounts = { amounts: PairAmounts; bounds: PairAmounts; direction: "in" | "out" };

/** At least that much out, at most that much in, of both currencies. */
export function fitsSlippage({ amounts, bounds, direction }: BoundedAmounts, slippageBps: number): boolean {
  if (direction === "out") {
    const least = withinSlippage.least(amounts, slippageBps);
    return bounds.amount0Base >= least.amount0Base && bounds.amount1Base >= least.amount1Base;
  }
  const most = withinSlippage.most(amounts, slippageBps);
  return bounds.amount0Base <= most.amount0Base && bounds.amount1Base <= most.amount1Base;
}

/** The bounds that slippage leaves around amounts. A side that is 0 stays 0: a range that does not take a token must not begin to. */
export const withinSlippage = {
  /** Least that must come out, rounded down. */
  least: (amounts: PairAmounts, slippageBps: number): PairAmounts =>
    each(amounts, (amount) => (amount * (WHOLE_BPS - BigInt(slippageBps))) / WHOLE_BPS),
  /** Most that may go in, rounded up. */
  most: (amounts: PairAmounts, slippageBps: number): PairAmounts =>
    each(amounts, (amount) => (amount * (WHOLE_BPS + BigInt(slippageBps)) + WHOLE_BPS - 1n) / WHOLE_BPS),
};

const each = ({ amount0Base, amount1Base }: PairAmounts, change: (amount: bigint) => bigint): PairAmounts => ({
  amount0Base: change(amount0Base),
  amount1Base: change(amount1Base),
});

const Q128 = 1n << 128n;
const MODULUS = 1n << 256n;

/**
 * Earned and not collected, in base units, rounded down. Growth counts modulo 2^256, so the difference wraps (Uniswap v4-core 1.0.2,
 * Position.sol). `growthInsideX128` is per unit of liquidity since the pool began.
 */
export function feesOwed({
  liquidity,
  growthInsideX128,
  growthInsideLastX128,
}: {
  liquidity: bigint;
  growthInsideX128: bigint;
  growthInsideLastX128: bigint;
}): bigint {
  const grown = (((growthInsideX128 - growthInsideLastX128) % MODULUS) + MODULUS) % MODULUS;
  return (grown * liquidity) / Q128;
}

const MIN = -887_272;
const MAX = 887_272;

/** The ticks that a pool of a tick spacing has (Uniswap v4-core 1.0.2, TickMath.sol). */
export const tickRange = {
  min: MIN,
  max: MAX,
  /** Spacings that a pool may have: an int16 above 0. */
  maxSpacing: 32_767,
  /** The widest range of positions in such a pool. */
  full: (tickSpacing: number): { tickLower: number; tickUpper: number } => {
    const edge = Math.floor(MAX / tickSpacing) * tickSpacing;
    return { tickLower: -edge, tickUpper: edge };
  },
};
