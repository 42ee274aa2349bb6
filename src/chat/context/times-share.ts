import { formatUnits, parseUnits } from "../../lib/parse-units.ts";

/** Of any token's decimal. */
export const DECIMAL_PLACES = 18;
/** Decimals that a percentage may have: a third has four. */
const PERCENT_PLACES = 4;

/** Thirds and sixths as they are written in percent with four places. */
const PARTS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  "33.3333": [1n, 3n],
  "66.6666": [2n, 3n],
  "16.6666": [1n, 6n],
  "83.3333": [5n, 6n],
};

/**
 * So many percent of a decimal, rounded down to eighteen places; two thirds are two thirds.
 * @example timesShare("0.6", "50") // "0.3"
 */
export function timesShare(amount: string, percent: string): string {
  const [base, share] = [parseUnits(amount, DECIMAL_PLACES), parseUnits(percent, PERCENT_PLACES)];
  if (!base.ok || !share.ok) return amount;
  const [over, under] = PARTS[percent] ?? [share.value, 100n * 10n ** BigInt(PERCENT_PLACES)];
  return formatUnits((base.value * over) / under, DECIMAL_PLACES);
}
