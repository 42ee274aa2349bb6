import { mayBeThousands } from "./may-be-thousands.ts";
import { zeroOf } from "./zero-of.ts";

const PLAIN = /^(\p{Nd}*)(?:\.(\p{Nd}+))?$/u;
/** Thousands in threes. One group alone is "1,000": a thousand here, one elsewhere. */
const GROUPED = /^\p{Nd}{1,3}(?:,\p{Nd}{3})+(?:\.\p{Nd}+)?$/u;
const MAX_LENGTH = 100;

/**
 * A number of a message, as a decimal without leading or trailing zeros: "0.20" is "0.2". Digits of any one script
 * that is read (digit-zeros.ts); `zero` is that script's zero. Undefined for whatever can be read in two ways, or not at all.
 */
export function readNumber(text: string): { value: string; zero: number } | undefined {
  if (text.length === 0 || text.length > MAX_LENGTH) return undefined;
  const isUnambiguous = text.split(",").length > 2 || text.includes(".");
  const ungrouped = GROUPED.test(text) && isUnambiguous ? text.replaceAll(",", "") : text;
  const [, whole, fraction = ""] = PLAIN.exec(ungrouped) ?? [];
  if (whole === undefined) return undefined;
  const points = [...(whole + fraction)].map((digit) => digit.codePointAt(0) ?? 0);
  const zero = points[0] === undefined ? undefined : zeroOf(points[0]);
  if (zero === undefined || points.some((point) => zeroOf(point) !== zero)) return undefined;
  const digits = points.map((point) => point - zero).join("");
  const before = digits.slice(0, [...whole].length);
  const places = digits.slice([...whole].length);
  if (/^0[0-9]/.test(before) || (ungrouped === text && mayBeThousands(`${before}.${places}`))) return undefined;
  const after = places.replace(/0+$/, "");
  return { value: `${before === "" ? "0" : before}${after === "" ? "" : `.${after}`}`, zero };
}
