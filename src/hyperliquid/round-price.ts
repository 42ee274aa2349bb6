const ONE_E8 = 100_000_000n;
/** Significant figures; decimals of price and size together. */
const [FIGURES, DECIMALS] = [5, 6];

/**
 * Price times 10^8 in the venue's steps: five figures, `6 - szDecimals` decimals, whole numbers
 * always. 0n: below the smallest step. Source: docs/facts/hyperliquid.md 3.
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
 * Size times 10^8, cut to whole lots.
 * @example truncateSize(100_010_000n, 3) // 1.000
 */
export function truncateSize(sizeE8: bigint, szDecimals: number): bigint {
  return sizeE8 - (sizeE8 % 10n ** BigInt(8 - szDecimals));
}

/** USDC with 6 decimals, cut off. */
export const notionalBase = (priceE8: bigint, sizeE8: bigint): bigint =>
  (priceE8 * sizeE8) / 10n ** 10n;

/** The number without its sign. */
export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
