import { formatUnits, parseUnits } from "./parse-units.ts";

/**
 * Exactly. undefined where one is no plain decimal.
 * @example sumDecimals(["0.1", "2", "0.25"]) // "2.35"
 */
export function sumDecimals(amounts: readonly string[]): string | undefined {
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  let sumBase = 0n;
  for (const amount of amounts) {
    const parsed = parseUnits(amount, decimals);
    if (!parsed.ok) return undefined;
    sumBase += parsed.value;
  }
  return formatUnits(sumBase, decimals);
}
