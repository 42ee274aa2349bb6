import { formatUnits, parseUnits } from "./parse-units.ts";

const PLAIN = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

const FIGURES = 6;

/**
 * For people: six significant figures, rounded half up; the whole part is never rounded. What is no plain decimal stays.
 * @example sixFigures("1234.567891") // "1234.57"
 * @example sixFigures("0.000123456789") // "0.000123457"
 * @example sixFigures("123456789.5") // "123456790"
 */
export function sixFigures(amount: string): string {
  const [, sign, whole, fraction = ""] = PLAIN.exec(amount) ?? [];
  if (sign === undefined || whole === undefined) return amount;
  const isBelowOne = /^0+$/.test(whole);
  const leading = isBelowOne ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = Math.max(0, isBelowOne ? leading + FIGURES : FIGURES - whole.replace(/^0+/, "").length);
  if (fraction.length <= kept) return amount;
  const scaled = BigInt(whole + fraction.slice(0, kept)) + (fraction.charCodeAt(kept) >= 53 ? 1n : 0n);
  const digits = scaled.toString().padStart(kept + 1, "0");
  const tail = digits.slice(digits.length - kept).replace(/0+$/, "");
  return `${sign}${kept === 0 ? digits : digits.slice(0, digits.length - kept)}${kept === 0 || tail === "" ? "" : `.${tail}`}`;
}

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
