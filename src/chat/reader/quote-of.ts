import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import type { Item } from "./item.ts";
import type { PassReason } from "./pass-reason.ts";
import type { ReadCall } from "./read-call.ts";
import { readingOf } from "./reading-of.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/**
 * Words that ask what a trade would come to; what does so only behind "what" or "how"; what asks
 * for what it takes; what ties it to something.
 */
const QUOTES = words(
  "quote quotation quoting pricing indicative proceeds price worth rate estimate estimated " +
    "fetch fetching check preview indicate indication compute curious cost costs impact ? " +
    "expect worthwhile calculate",
);
const BEHIND_WHAT = words("would give gives get bring become number amount receive yield return");
const NEEDS = words("need needed needs necessary required require pay spend");
const TIED = words(
  "if when once unless until after before whenever then and also assuming provided while",
);

const wordsOf = (items: readonly Item[]): string[] =>
  items.map((item) => readingOf(item, "word") ?? readingOf(item, "mark") ?? "");

/**
 * Whether a trade is only asked about, and whether by what it takes: "how much USDC do I need for 2
 * WETH".
 */
export function isAsked(
  left: readonly Item[],
  items: readonly Item[],
  hasVerb: boolean,
): { isAsked?: true; isNeeded?: true } {
  const all = wordsOf(items);
  const isOpen = all.includes("what") || all.includes("how");
  const over = wordsOf(left);
  const isQuote =
    over.some((word) => word !== "?" && QUOTES.has(word)) ||
    (isOpen && all.some((word) => BEHIND_WHAT.has(word)));
  const isGap = all.some((word, at) => word === "?" && at < all.length - 1 && all[at - 1] === "=");
  // "How do I...", "1 eth in usdc?": without a verb a question is about the price.
  const isOpener = over.includes("how") || over.includes("what");
  const isMarked = all.at(-1) === "?" && !hasVerb;
  if (!isQuote && !isGap && !isOpener && !isMarked) return {};
  return {
    isAsked: true,
    ...(isOpen && all.some((word) => NEEDS.has(word)) && { isNeeded: true }),
  };
}

/**
 * What is only asked about: the same trade, quoted. Nothing is done by it, so whatever words stand
 * around it; a figure more is another question.
 */
export function quoteOf(call: ReadCall, left: readonly Item[]): ReadCall | PassReason {
  const isOpen = left.some((item) =>
    item.readings.some(({ is }) => !["word", "odd", "mark"].includes(is)),
  );
  if (isOpen || wordsOf(left).some((word) => TIED.has(word))) return "words";
  return { ...call, tool: getSwapQuote.name };
}
