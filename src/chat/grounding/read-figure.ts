import { sideOfToken } from "./side-of-token.ts";
import type { TradeSide, TradeTokens } from "./trade-reading.ts";
import { unitMinutes } from "./unit-minutes.ts";
import { VOCABULARY } from "./vocabulary.ts";
import type { WordItem } from "./word-item.ts";

/** What a number means by the words around it; `next` is where reading goes on. */
export type Figure =
  | { kind: "amount"; token: TradeSide; next: number }
  | { kind: "slice"; token?: TradeSide; next: number }
  | { kind: "count"; count: number; next: number }
  | { kind: "intervals" | "durations"; minutes: number; next: number };

/**
 * The meaning of the number at `at`, or undefined where its neighbours do not say: a price, a date, a limit, a quantity of
 * something else. "5 times" is none: it says how often, and leaves open whether the amount is each time's or the total.
 */
export function readFigure(items: readonly WordItem[], at: number, tokens: TradeTokens): Figure | undefined {
  const item = items[at];
  if (item?.kind !== "number") return undefined;
  const word = (index: number): string | undefined => {
    const found = items[index];
    return found?.kind === "word" ? found.text : undefined;
  };
  const isSliceOf = word(at - 1) === "of" && VOCABULARY.slice.has(word(at - 2) ?? "");
  const noun = word(at + 1) === "of" ? at + 2 : at + 1;
  const token = sideOfToken(items[noun], tokens);
  const end = token === undefined ? at + 1 : noun + 1;
  const marker = sliceMarker(word, end);
  if (marker > 0 || isSliceOf) return { kind: "slice", ...(token !== undefined && { token }), next: end + marker };
  // The token itself is read next: what it stands after says whether it is sold.
  if (token !== undefined) return { kind: "amount", token, next: noun };
  const counted = word(at + 1) === "equal" || word(at + 1) === "even" ? at + 2 : at + 1;
  if (VOCABULARY.slice.has(word(counted) ?? "")) {
    const count = Number(item.value);
    return Number.isSafeInteger(count) ? { kind: "count", count, next: counted + 1 } : undefined;
  }
  const unit = unitMinutes(word(at + 1));
  if (unit === undefined) return undefined;
  const minutes = Number(item.value) * unit;
  if (!Number.isSafeInteger(minutes)) return undefined;
  const before = leadOf(word, at);
  if (before === "every" || before === "each") return { kind: "intervals", minutes, next: at + 2 };
  return VOCABULARY.over.has(before ?? "") ? { kind: "durations", minutes, next: at + 2 } : undefined;
}

/** How many words say that the figure before them is a slice: "at a time", "each", "per slice". 0: none does. */
function sliceMarker(word: (index: number) => string | undefined, at: number): number {
  if (word(at) === "at" && word(at + 1) === "a" && word(at + 2) === "time") return 3;
  if (word(at) === "apiece") return 1;
  // "1 ETH each hour" is an interval.
  if (word(at) === "each") return unitMinutes(word(at + 1)) === undefined ? 1 : 0;
  return word(at) === "per" && VOCABULARY.per.has(word(at + 1) ?? "") ? 2 : 0;
}

/** The word that a span of time stands after: "over" in "over the next 5 hours". */
function leadOf(word: (index: number) => string | undefined, at: number): string | undefined {
  let lead = at - 1;
  while (word(lead) === "next" || word(lead) === "the") lead -= 1;
  return word(lead);
}
