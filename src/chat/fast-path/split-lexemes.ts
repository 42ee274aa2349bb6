import { decimalAmount } from "../../../schemas/primitives.ts";
import { mayBeThousands } from "../may-be-thousands.ts";
import type { Item, Reading } from "../reader/item.ts";
import type { PassReason } from "../reader/pass-reason.ts";
import { readingOf } from "../reader/reading-of.ts";
import { textOf } from "../reader/text-of.ts";
import { zeroOf } from "../zero-of.ts";

const WORD = /^[0-9_]*[A-Za-z][A-Za-z0-9_]*$/;
/**
 * ASCII letters, digits of any script, full stop and comma: what a badly written number is made of.
 */
const NUMERAL_LIKE = /^[\p{Nd}.,][A-Za-z\p{Nd}.,]*$/u;
const BLANKS = " \t";
const SPACE = " \t\r\n";

/**
 * A message as words, numbers and marks as they were written, or why it is none. The reader's own
 * lexer (lex.ts) joins, splits and repairs, of which nothing may act: "1ETH" and "pool_dex" are a
 * word each here. Each character is looked at a fixed number of times.
 */
export function splitLexemes(text: string): Item[] | PassReason {
  const items: Item[] = [];
  const end = endOf(text);
  let at = 0;
  while (at < end && SPACE.includes(text.charAt(at))) at += 1;
  for (let to = at; at < end; at = to) {
    const one = text.charAt(at);
    to = at + 1;
    if (BLANKS.includes(one)) continue;
    // "1,000" and "1,5" mean different numbers in different places.
    if (one === "," && to < end && !BLANKS.includes(text.charAt(to)))
      return readingOf(items.at(-1), "number") === undefined ? "characters" : "numeral";
    const isMark = one === "," || one === "#";
    while (!isMark && to < end && !" \t,#".includes(text.charAt(to))) to += 1;
    const readings: Reading[] | PassReason = isMark
      ? [{ is: "mark", value: one }]
      : readRun(text.slice(at, to));
    if (typeof readings === "string") return readings;
    items.push({ readings, start: at, end: to });
  }
  return items;
}

/** Where the sentence ends: before blanks and line breaks, and before one closing stop. */
function endOf(text: string): number {
  const last = trimEnd(text, text.length);
  return last > 0 && ".!".includes(text.charAt(last - 1)) ? trimEnd(text, last - 1) : last;
}

function trimEnd(text: string, length: number): number {
  let end = length;
  while (end > 0 && SPACE.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Any word may be a token's, as it was written ("coin"). */
function readRun(run: string): Reading[] | PassReason {
  if (WORD.test(run))
    return [
      { is: "word", value: run.toLowerCase() },
      { is: "coin", value: run },
    ];
  const value = readNumeral(run);
  if (value !== undefined) return [{ is: "number", value }];
  return NUMERAL_LIKE.test(run) ? "numeral" : "characters";
}

/**
 * A plain decimal in ASCII digits, from digits of one script. Undefined for signs, separators,
 * "007", ".5", and what may be thousands ("1.000").
 */
export function readNumeral(run: string): string | undefined {
  const zero = zeroOf(run.charCodeAt(0)) ?? Number.NaN;
  const ascii =
    zero === 48
      ? run
      : run.replace(/[^.]/g, (digit) => "0123456789"[digit.charCodeAt(0) - zero] ?? "-");
  return decimalAmount.safeParse(ascii).success && !mayBeThousands(ascii) ? ascii : undefined;
}

/** Words that change nothing, wherever a sentence begins or ends with them. */
const COURTESY: ReadonlySet<string> = new Set(
  "please pls plz kindly hi hello hey thanks thx".split(" "),
);

/** The sentence between greetings and thanks, without the commas that set those off. */
export function dropCourtesy(items: readonly Item[]): readonly Item[] {
  let [from, to] = [0, items.length];
  while (from < to && COURTESY.has(textOf(items[from])))
    from += textOf(items[from + 1]) === "," ? 2 : 1;
  while (from < to && COURTESY.has(textOf(items[to - 1])))
    to -= textOf(items[to - 2]) === "," ? 2 : 1;
  return items.slice(from, to);
}
