import { parseUnits } from "../lib/parse-units.ts";

/** No token of the bridge has more, on any chain. */
const DECIMALS = 18;

/**
 * As a number of 10^-18 of one: the same token has 6 decimals on one chain and 18 on another. Throws a plain Error for what no record may
 * hold.
 * @example unitsOf("1.5") // 1500000000000000000n
 */
export function unitsOf(amount: string): bigint {
  const units = parseUnits(amount, DECIMALS);
  if (!units.ok) throw new Error(`a NAV sync's amount cannot be read: ${units.message}`);
  return units.value;
}
