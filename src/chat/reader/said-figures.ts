import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";
import { textOf } from "./text-of.ts";

/**
 * A figure of a message, with what stands around it. Decimals without zeros at their end; times in
 * minutes.
 */
export type SaidFigure = {
  /** Among the items. */
  at: number;
  value: string;
  /**
   * `id`: the number of an order; `key`: one in hexadecimals; `all`: no figure, but all there is.
   */
  unit:
    | "number"
    | "dollars"
    | "percent"
    | "bps"
    | "times"
    | "minutes"
    | "every"
    | "id"
    | "key"
    | "all"
    | "other";
  /** What it is of: "1 ETH", "$500 worth of ETH". `isNext`: right behind it. */
  of: string | undefined;
  isNext: boolean;
  /** The words before it, the nearest first, as far as they lead to it. */
  leads: readonly string[];
  /** The three words behind it and its coin. */
  tail: readonly string[];
  /** "0.2 at a time", "slices of 0.2". */
  isSlice: boolean;
  /** "5 slices". */
  isCount: boolean;
};

const ALL: ReadonlySet<string> = new Set("all everything entire whole".split(" "));
const GLUE: ReadonlySet<string> = new Set(
  "a the of my our price trigger limit stop loss take profit leverage".split(" "),
);
const BETWEEN: ReadonlySet<string> = new Set("of my our the a an worth vault's".split(" "));
const SLICES: ReadonlySet<string> = new Set(
  (
    "slice slices part parts piece pieces chunk chunks tranche tranches portion portions clip " +
    "clips goes rounds lots buys sells trades times purchases sales instalments installments " +
    "transactions bits steps runs swaps"
  ).split(" "),
);
const OF_ONE: ReadonlySet<string> = new Set([...SLICES, "time", "trade", "swap", "interval"]);

/** Every figure of the items, in their order. */
export const saidFigures = (items: readonly Item[]): SaidFigure[] =>
  items.flatMap((item, at) => {
    const found = figureOf(item);
    if (found === undefined) return [];
    let next = at + 1;
    while (BETWEEN.has(textOf(items[next] ?? NONE))) next += 1;
    const of = coinOf(items[next]);
    const behind = of === undefined ? at + 1 : next + 1;
    const tail = [0, 1, 2].map((step) => textOf(items[behind + step] ?? NONE));
    const leads = leadsOf(items, at);
    const counted = tail[0] === "equal" || tail[0] === "even" ? (tail[1] ?? "") : (tail[0] ?? "");
    const isSlice =
      tail[0] === "apiece" ||
      (leads[0] === "x" && (of !== undefined || items[at - 2]?.readings[0]?.is === "number")) ||
      items[at - 1]?.readings[0]?.is === "times" ||
      (tail[0] === "each" && found.unit !== "every") ||
      (tail[0] === "at" && (tail[1] === "time" || tail[2] === "time")) ||
      (tail[0] === "per" && OF_ONE.has(tail[1] ?? "")) ||
      (leads[0] === "of" && SLICES.has(leads[1] ?? ""));
    const isCount =
      found.unit === "number" &&
      of === undefined &&
      (SLICES.has(counted) || (leads[0] === "x" && !isSlice));
    return [{ at, ...found, of, isNext: next === at + 1, leads, tail, isSlice, isCount }];
  });

const NONE: Item = { readings: [], start: 0, end: 0 };

function figureOf(item: Item): Pick<SaidFigure, "value" | "unit"> | undefined {
  const word = readingOf(item, "word") ?? "";
  if (ALL.has(word)) return { value: "all", unit: "all" };
  const key = readingOf(item, "address");
  if (key !== undefined)
    return key.length === 42 ? undefined : { value: key.toLowerCase(), unit: "key" };
  for (const { is, value } of item.readings) {
    if (is === "number" || is === "dollars" || is === "bps" || is === "times")
      return { value: plain(value), unit: is };
    if (is === "percent" || is === "fraction") return { value: plain(value), unit: "percent" };
    if (is === "minutes" || is === "every") return { value: String(value), unit: is };
    if (is === "order" || is === "trigger") return { value, unit: "id" };
    if (is === "time" || is === "gwei") return { value: "", unit: "other" };
  }
  return undefined;
}

/** "0.20" is "0.2". */
export const plain = (text: string): string =>
  text.includes(".") ? text.replace(/\.?0+$/, "") : text;

/** The symbol or address that an item names. */
export const coinOf = (item: Item | undefined): string | undefined => {
  const address = readingOf(item, "address");
  return address?.length === 42 ? address : readingOf(item, "coin");
};

function leadsOf(items: readonly Item[], from: number): string[] {
  const leads: string[] = [];
  for (let at = from - 1; at >= 0 && leads.length < 4; at -= 1) {
    const item = items[at] ?? NONE;
    const word = readingOf(item, "word");
    if ([":", "="].includes(readingOf(item, "mark") ?? "")) continue;
    if (word === undefined || coinOf(item) !== undefined || figureOf(item) !== undefined) break;
    leads.push(word);
    if (!GLUE.has(word)) break;
  }
  return leads;
}
