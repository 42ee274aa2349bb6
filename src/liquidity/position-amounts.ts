import { WHOLE_BPS } from "../lib/integers.ts";

/** Q64.96 square roots of currency1 per currency0; lower < upper. */
export type PricedRange = { sqrtPriceX96: bigint; sqrtLowerX96: bigint; sqrtUpperX96: bigint };
export type PairAmounts = { amount0Base: bigint; amount1Base: bigint };

const Q96 = 1n << 96n;

/**
 * As v4-core 1.0.2 counts (SqrtPriceMath.sol, Pool.modifyLiquidity): rounds up what it takes, down
 * what it gives.
 */
export const positionAmounts = {
  toAdd: (range: PricedRange, liquidity: bigint): PairAmounts =>
    amounts(range, liquidity, divideUp),
  /** Without fees. */
  toRemove: (range: PricedRange, liquidity: bigint): PairAmounts =>
    amounts(range, liquidity, divide),
  /**
   * Most liquidity that both amounts pay for. A side outside of the range does not count. Full
   * precision as the v3 SDK's maxLiquidityForAmounts: the chain's library loses it at the ends.
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

/** Above the price is currency0, below currency1. */
function amounts(range: PricedRange, liquidity: bigint, by: Division): PairAmounts {
  const { sqrtLowerX96: lower, sqrtUpperX96: upper } = range;
  const price = within(range);
  return {
    amount0Base: by(by((liquidity << 96n) * (upper - price), upper), price),
    amount1Base: by(liquidity * (price - lower), Q96),
  };
}

/** Out of range, the nearer end counts. */
function within({ sqrtPriceX96, sqrtLowerX96, sqrtUpperX96 }: PricedRange): bigint {
  if (sqrtPriceX96 < sqrtLowerX96) return sqrtLowerX96;
  return sqrtPriceX96 > sqrtUpperX96 ? sqrtUpperX96 : sqrtPriceX96;
}

export type BoundedAmounts = { amounts: PairAmounts; bounds: PairAmounts; direction: "in" | "out" };

/** At least that much out, or at most that much in, of both currencies. */
export function fitsSlippage(
  { amounts, bounds, direction }: BoundedAmounts,
  slippageBps: number,
): boolean {
  if (direction === "out") {
    const least = withinSlippage.least(amounts, slippageBps);
    return bounds.amount0Base >= least.amount0Base && bounds.amount1Base >= least.amount1Base;
  }
  const most = withinSlippage.most(amounts, slippageBps);
  return bounds.amount0Base <= most.amount0Base && bounds.amount1Base <= most.amount1Base;
}

/** A side that is 0 stays 0: the range does not take that token. */
export const withinSlippage = {
  /** Rounded down. */
  least: (amounts: PairAmounts, slippageBps: number): PairAmounts =>
    each(amounts, (amount) => (amount * (WHOLE_BPS - BigInt(slippageBps))) / WHOLE_BPS),
  /** Rounded up. */
  most: (amounts: PairAmounts, slippageBps: number): PairAmounts =>
    each(
      amounts,
      (amount) => (amount * (WHOLE_BPS + BigInt(slippageBps)) + WHOLE_BPS - 1n) / WHOLE_BPS,
    ),
};

const each = (
  { amount0Base, amount1Base }: PairAmounts,
  change: (amount: bigint) => bigint,
): PairAmounts => ({
  amount0Base: change(amount0Base),
  amount1Base: change(amount1Base),
});

const Q128 = 1n << 128n;
const MODULUS = 1n << 256n;

/**
 * Uncollected fees, rounded down. Growth per unit of liquidity wraps at 2^256 (v4-core 1.0.2,
 * Position.sol).
 */
export function feesOwed({ liquidity, growthInsideX128, growthInsideLastX128 }: Growth): bigint {
  const grown = (((growthInsideX128 - growthInsideLastX128) % MODULUS) + MODULUS) % MODULUS;
  return (grown * liquidity) / Q128;
}

type Growth = Record<"liquidity" | "growthInsideX128" | "growthInsideLastX128", bigint>;
type Growths = Record<"growth0X128" | "growth1X128", bigint>;

/** `feesOwed` of both currencies. */
export const feesOfBoth = (liquidity: bigint, now: Growths, last: Growths): PairAmounts => {
  const owed = (growthInsideX128: bigint, growthInsideLastX128: bigint) =>
    feesOwed({ liquidity, growthInsideX128, growthInsideLastX128 });
  return {
    amount0Base: owed(now.growth0X128, last.growth0X128),
    amount1Base: owed(now.growth1X128, last.growth1X128),
  };
};

const MAX = 887_272;

/** v4-core 1.0.2, TickMath.sol. */
export const tickRange = {
  min: -MAX,
  max: MAX,
  full: (tickSpacing: number): { tickLower: number; tickUpper: number } => {
    const edge = Math.floor(MAX / tickSpacing) * tickSpacing;
    return { tickLower: -edge, tickUpper: edge };
  },
};
