/**
 * A pool of full-range positions without a liquidity fee, as the oracle's own: one curve of
 * constant product. `protocolFeePips` is Uniswap's own fee of the input, in millionths.
 */
export type FullRangePool = { sqrtPriceX96: bigint; liquidity: bigint; protocolFeePips: bigint };

const Q96 = 96n;
const PIPS = 1_000_000n;

/**
 * Swaps currency 0 for 1 (`zeroForOne`), or back. Rounds in the pool's favour as v4-core does
 * (SqrtPriceMath.sol).
 */
export const fullRangeSwap = {
  /** The pool must have liquidity. */
  exactInput(
    pool: FullRangePool,
    zeroForOne: boolean,
    amountIn: bigint,
  ): { amountOut: bigint; sqrtAfterX96: bigint } {
    const { sqrtPriceX96: sqrtPrice, liquidity, protocolFeePips } = pool;
    const put = (amountIn * (PIPS - protocolFeePips)) / PIPS;
    if (zeroForOne) {
      const shifted = liquidity << Q96;
      const sqrtAfterX96 = ceilDiv(shifted * sqrtPrice, shifted + put * sqrtPrice);
      return { amountOut: (liquidity * (sqrtPrice - sqrtAfterX96)) >> Q96, sqrtAfterX96 };
    }
    const sqrtAfterX96 = sqrtPrice + (put << Q96) / liquidity;
    return {
      amountOut: ((liquidity << Q96) * (sqrtAfterX96 - sqrtPrice)) / sqrtAfterX96 / sqrtPrice,
      sqrtAfterX96,
    };
  },
  /** Undefined where the pool does not hold `amountOut`. */
  inputFor(pool: FullRangePool, zeroForOne: boolean, amountOut: bigint): bigint | undefined {
    const { sqrtPriceX96: sqrtPrice, liquidity, protocolFeePips } = pool;
    const shifted = liquidity << Q96;
    const sqrtAfter = zeroForOne
      ? sqrtPrice - ceilDiv(amountOut << Q96, liquidity)
      : shifted > amountOut * sqrtPrice
        ? ceilDiv(shifted * sqrtPrice, shifted - amountOut * sqrtPrice)
        : 0n;
    if (sqrtAfter <= 0n) return undefined;
    const put = zeroForOne
      ? ceilDiv(ceilDiv(shifted * (sqrtPrice - sqrtAfter), sqrtPrice), sqrtAfter)
      : ceilDiv(liquidity * (sqrtAfter - sqrtPrice), 1n << Q96);
    return ceilDiv(put * PIPS, PIPS - protocolFeePips);
  },
};

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
