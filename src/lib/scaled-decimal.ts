/**
 * ("-12.5", "0.1") times 10^decimals; finer digits are cut off towards zero. Undefined for anything else.
 * @example scaledDecimal("1.5", 8) // 150000000n
 */
export function scaledDecimal(text: string, decimals: number): bigint | undefined {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,30})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const scaled = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return sign === "-" ? -scaled : scaled;
}
