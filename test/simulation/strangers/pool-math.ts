/**
 * Of a Uniswap v4 pool, by its white paper, in floating point where a rounding cannot matter:
 * nothing of src is used.
 */
const Q96 = 1n << 96n;

/** sqrt(1.0001^tick) in 96-bit fixed point. */
export function sqrtOfTick(tick: number): bigint {
  // 2^96 x 1.0001^(tick/2), with 2^40 more while the number is small.
  const value = 1.0001 ** (tick / 2);
  return value >= 1
    ? BigInt(Math.floor(value * 2 ** 40)) << 56n
    : BigInt(Math.floor(value * 2 ** 140)) >> 44n;
}

export const tickOfSqrt = (sqrtPriceX96: bigint): number =>
  Math.floor((2 * Math.log(Number(sqrtPriceX96) / 2 ** 96)) / Math.log(1.0001));

type Range = { sqrtPriceX96: bigint; tickLower: number; tickUpper: number; liquidity: bigint };

/** What a range of liquidity holds at a price, of both tokens. */
export function rangeAmounts(
  { sqrtPriceX96, tickLower, tickUpper, liquidity }: Range,
  rounding: "up" | "down",
): [bigint, bigint] {
  const [a, b] = [sqrtOfTick(tickLower), sqrtOfTick(tickUpper)];
  const s = sqrtPriceX96 < a ? a : sqrtPriceX96 > b ? b : sqrtPriceX96;
  const more = rounding === "up" ? 1n : 0n;
  const amount0 = s >= b ? 0n : (liquidity * Q96 * (b - s)) / (s * b) + more;
  const amount1 = s <= a ? 0n : (liquidity * (s - a)) / Q96 + more;
  return [amount0, amount1];
}
