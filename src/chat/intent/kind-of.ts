import { parseVenue } from "../../venues/parse-venue.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { chainOfWord } from "../reader/chain-of-word.ts";
import type { Item } from "../reader/item.ts";
import { readingOf } from "../reader/reading-of.ts";

/** Kinds of figures that a part of a call may be. */
export const FIGURES: ReadonlySet<string> = new Set([
  "n",
  "n$",
  "%",
  "bps",
  "gwei",
  "nx",
  "min",
  "every",
]);

/**
 * An item without its value, so that what is learned of one token, figure or order holds of all:
 * "c" for a token, "c$" for one of dollars, "n" for a number; a word stays the word that it is.
 */
export function kindOf(item: Item): string {
  const coin = readingOf(item, "coin");
  if (coin !== undefined) return isUnitOf("usd", coin) ? "c$" : "c";
  for (const { is, value } of item.readings) {
    const kind = KINDS[is];
    if (kind !== undefined) return kind;
    if (is === "mark") return value;
    if (is === "word") return wordKind(value);
  }
  return "odd";
}

const KINDS: Readonly<Record<string, string>> = {
  ...{
    number: "n",
    dollars: "n$",
    percent: "%",
    fraction: "%",
    bps: "bps",
    gwei: "gwei",
    times: "nx",
  },
  ...{
    minutes: "min",
    every: "every",
    time: "time",
    order: "ord",
    trigger: "trig",
    address: "addr",
  },
  ...{ pair: "pair", range: "range", odd: "odd" },
};

const wordKind = (word: string): string =>
  chainOfWord(word) === undefined ? (parseVenue(word).ok ? "venue" : word) : "chain";
