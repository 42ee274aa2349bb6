import { mayBeThousands } from "../may-be-thousands.ts";
import type { Item, Reading } from "./item.ts";
import { LEX_WORDS } from "./lex-words.ts";

const PLAIN = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
/**
 * One group that ends in a nought is thousands, and any group of dollars; else "1,125" may be one
 * and an eighth.
 */
const GROUPED = /^[1-9][0-9]{0,2}(?:,[0-9]{2}0|(?:,[0-9]{3}){2,}|,[0-9]{3}(?=\.))(?:\.[0-9]+)?$/;

/** A figure with the unit that stands right behind it, in one item or two. */
export function figure(
  value: string,
  isDollars: boolean,
  unit: string,
  start: number,
  end: number,
): Item[] {
  const one = (...readings: Reading[]): Item[] => [{ readings, start, end }];
  const lower = unit.toLowerCase();
  if (isDollars || lower === "$") {
    const dollars = lower === "k" ? thousands(value) : value;
    return ["", "k", "$"].includes(lower)
      ? one({ is: "dollars", value: dollars })
      : one({ is: "odd", value });
  }
  if (lower === "") return one({ is: "number", value });
  if (lower === "k") return one({ is: "number", value: thousands(value) });
  if (lower === "%") return one({ is: "percent", value });
  if (lower === "x") return one({ is: "times", value });
  if (lower === "bps" || lower === "gwei") return one({ is: lower, value });
  const minutes = lower === "m" ? 1 : LEX_WORDS.minutes.get(lower);
  if (minutes !== undefined) return one(...lengthOf(value, minutes));
  // "10mm", "1e3".
  if (/^(?:mm|e|mio|mn|bn)$/.test(lower)) return one({ is: "odd", value: `${value}${unit}` });
  const at = end - unit.length;
  const word = LEX_WORDS.short.get(lower) ?? lower;
  return [
    { readings: [{ is: "number", value }], start, end: at },
    { readings: [{ is: "word", value: word }], start: at, end },
  ];
}

/**
 * "1.000" and "1,125" may be thousands: neither is read. "0,02" and "1,5" are decimals, "62 000"
 * thousands.
 */
export function plainNumber(text: string): string | undefined {
  const digits = text
    .replaceAll(" ", "")
    .replace(
      /^([1-9][0-9]{0,2})((?:\.[0-9]{3})+),([0-9]{1,2})$/,
      (_, one, more, cents) => `${one}${more.replaceAll(".", "")}.${cents}`,
    )
    .replace(/^(0|[0-9]+(?=,(?:[0-9]{1,2}|[0-9]{4,})$)),([0-9]+)$/, "$1.$2");
  const padded = digits.startsWith(".") ? `0${digits}` : digits;
  const plain = GROUPED.test(padded) ? padded.replaceAll(",", "").replace(/\.0+$/, "") : padded;
  return PLAIN.test(plain) && !(plain === padded && mayBeThousands(plain)) ? plain : undefined;
}

/** A thousand times a plain decimal, exactly. */
export function thousands(value: string): string {
  const [whole = "", fraction = ""] = value.split(".");
  const digits = `${whole}${fraction.slice(0, 3).padEnd(3, "0")}`.replace(/^0+(?=\d)/, "");
  const rest = fraction.slice(3);
  return rest === "" ? digits : `${digits}.${rest}`;
}

/** A length of time in minutes, where it is a whole number of them. */
export function lengthOf(value: string, unit: number): Reading[] {
  const minutes = Number(value) * unit;
  return Number.isSafeInteger(minutes) && minutes > 0 ? [{ is: "minutes", value: minutes }] : [];
}
