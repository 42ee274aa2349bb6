/**
 * Exactly, without trailing zeros.
 * @example formatUnits(1_500_000n, 6) // "1.5"
 */
export function formatUnits(base: bigint, decimals: number): string {
  const sign = base < 0n ? "-" : "";
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return `${sign}${digits.slice(0, point)}${fraction === "" ? "" : `.${fraction}`}`;
}
