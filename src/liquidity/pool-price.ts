import { formatPrice } from "../lib/format-price.ts";
import { squareRoot } from "../lib/square-root.ts";

const Q192 = 1n << 192n;

/** The decimals of a pool's currencies. */
export type PairDecimals = { decimals0: number; decimals1: number };

/** Square roots (Q64.96, currency1 per currency0 in base units) and prices that people write. */
export const poolPrice = {
  /** Currency1 for one currency0 in human units; `inverted`: currency0 for one currency1. */
  text: (sqrtPriceX96: bigint, { decimals0, decimals1 }: PairDecimals, inverted = false): string => {
    const square = sqrtPriceX96 * sqrtPriceX96;
    const base = { inBase: Q192, inDecimals: decimals0, outBase: square, outDecimals: decimals1 };
    return formatPrice(
      inverted ? { inBase: base.outBase, inDecimals: decimals1, outBase: base.inBase, outDecimals: decimals0 } : base,
    );
  },
  /**
   * At which one whole currency0 costs `numerator/denominator` whole currency1 (`inverted`: one currency1 so many currency0), rounded down.
   * Both are above 0.
   */
  sqrtX96(
    { numerator, denominator }: { numerator: bigint; denominator: bigint },
    { decimals0, decimals1 }: PairDecimals,
    inverted = false,
  ): bigint {
    const [over, under] = inverted ? [denominator, numerator] : [numerator, denominator];
    return squareRoot((over * 10n ** BigInt(decimals1) * Q192) / (under * 10n ** BigInt(decimals0)));
  },
};
