const ONE_E8 = 100_000_000n;
/** Significant figures of a price, and decimals of a price and a size together. */
const [FIGURES, DECIMALS] = [5, 6];

/**
 * (times 10^8) as the venue takes it: at most five significant figures and at most `6 - szDecimals` decimals, a whole number always. `down`
 * for who buys, `up` for who sells: never worse than what was asked for. 0n: below the smallest step. Source: docs/facts/hyperliquid.md 3.
 * @example roundPrice(1_234_560_000_00n, { szDecimals: 1, towards: "down" }) // 1234.5
 */
export function roundPrice(
  priceE8: bigint,
  { szDecimals, towards }: { szDecimals: number; towards: "down" | "up" },
): bigint {
  const digits = priceE8.toString().length;
  const byFigures = 10n ** BigInt(Math.max(digits - FIGURES, 0));
  const byDecimals = 10n ** BigInt(8 - Math.max(DECIMALS - szDecimals, 0));
  const finest = byFigures > byDecimals ? byFigures : byDecimals;
  const step = finest > ONE_E8 ? ONE_E8 : finest;
  const down = priceE8 - (priceE8 % step);
  return towards === "down" || down === priceE8 ? down : down + step;
}

/**
 * (times 10^8) to its market's lots.
 * @example truncateSize(100_010_000n, 3) // 1.000
 */
export function truncateSize(sizeE8: bigint, szDecimals: number): bigint {
  return sizeE8 - (sizeE8 % 10n ** BigInt(8 - szDecimals));
}

/** In USDC with 6 decimals; what does not fit is cut off. */
export const notionalBase = (priceE8: bigint, sizeE8: bigint): bigint => (priceE8 * sizeE8) / 10n ** 10n;
