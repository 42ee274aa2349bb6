import { parseUnits } from "../../lib/parse-units.ts";

/** The most decimals any token may have here (src/chain/resolve-token.ts). */
const DECIMALS = 36;

/**
 * A numeral as a whole number of 10^-36, to compare amounts exactly; undefined for zero and for
 * what no token amount holds.
 */
export function amountOf(numeral: string): bigint | undefined {
  const units = parseUnits(numeral, DECIMALS);
  return units.ok && units.value > 0n ? units.value : undefined;
}
