import { formatUnits } from "./format-units.ts";

type PriceOf = { inBase: bigint; inDecimals: number; outBase: bigint; outDecimals: number };

/** Decision 27: at least 8 significant digits. Up to 12 are given where the ratio has them. */
const LEAST_DIGITS = 8;
const MOST_DIGITS = 12;

/**
 * Buy per sell, plain digits rounded half up; "0" when either amount is zero.
 * @example formatPrice({ inBase: 10n ** 18n, inDecimals: 18, outBase: 2_499_913_599n, outDecimals: 6 }) // "2499.913599"
 */
export function formatPrice({ inBase, inDecimals, outBase, outDecimals }: PriceOf): string {
  if (inBase <= 0n || outBase <= 0n) return "0";
  const numerator = outBase * 10n ** BigInt(inDecimals);
  const denominator = inBase * 10n ** BigInt(outDecimals);
  const decimals = Math.max(0, MOST_DIGITS - 1 - exponentOf(numerator, denominator));
  const scaled = (numerator * 10n ** BigInt(decimals) * 2n + denominator) / (denominator * 2n);
  return padTo(LEAST_DIGITS, formatUnits(scaled, decimals));
}

/** Of the first significant digit of n/d: 3 for 2500, -2 for 0.05. */
function exponentOf(n: bigint, d: bigint): number {
  const guess = n.toString().length - d.toString().length;
  const isBelow = guess >= 0 ? n < d * 10n ** BigInt(guess) : n * 10n ** BigInt(-guess) < d;
  return isBelow ? guess - 1 : guess;
}

function padTo(digits: number, text: string): string {
  const significant = text.replace(".", "").replace(/^0+/, "").length;
  if (significant >= digits) return text;
  return `${text}${text.includes(".") ? "" : "."}${"0".repeat(digits - significant)}`;
}
