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
