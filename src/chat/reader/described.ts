import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";

/**
 * An order that is named by what it does ("my hourly buy", "the stop on 1 eth"), of those that are
 * open. `put`: the message around it.
 */
export type Described = {
  of: "order" | "trigger";
  type?: "stop" | "limit" | "take-profit";
  side?: "buy" | "sell";
  everyMinutes?: number;
  coins: readonly string[];
  figures: readonly string[];
  put: readonly [before: string, behind: string];
};

/** Stands for its number until it is known which one it is. */
export const DESCRIBED = 999_999_999;

const DETERMINERS = /^(?:my|the|our|that|this)$/;
const NOUNS =
  /^(?:order|dca|twap|plan|strategy|schedule|buy|buying|purchase|purchases|sale|sell|selling|stop|loss|limit|take|profit|trigger)$/;
const BESIDE =
  /^(?:running|current|open|active|paused|existing|ongoing|regular|recurring|automatic|automatically)$/;
const LEADS = /^(?:on|of|for|in|with|into|at|to|from)$/;
const TYPES = { stop: "stop", loss: "stop", limit: "limit", profit: "take-profit" } as const;

/**
 * The items with the first such description as one item that has a number; undefined where none is.
 */
export function withDescribed(
  items: readonly Item[],
  text: string,
): { items: Item[]; order: Described; span: readonly [number, number] } | undefined {
  for (const [from, item] of items.entries()) {
    const isLed = DETERMINERS.test(readingOf(item, "word") ?? "");
    if (!isLed && from > 0) continue;
    const said: Item[] = [];
    let to = from + (isLed ? 1 : 0);
    let hasNoun = false;
    for (let at = to; at < items.length; at += 1) {
      const [word, next] = [readingOf(items[at], "word") ?? "", items[at]];
      const isNoun = NOUNS.test(word);
      const isAbout = isNoun || BESIDE.test(word) || isDescribing(next);
      if (next === undefined || !isAbout) break;
      said.push(next);
      if (!isNoun) continue;
      hasNoun = true;
      to = at + 1;
    }
    if (!hasNoun) continue;
    const words = items.slice(from, to);
    // "On the 1 eth at 2000".
    for (let at = to; LEADS.test(readingOf(items[at], "word") ?? ""); ) {
      at += 1;
      while (DETERMINERS.test(readingOf(items[at], "word") ?? "")) at += 1;
      const start = at;
      while (
        at < items.length &&
        isDescribing(items[at]) &&
        readingOf(items[at], "every") === undefined
      )
        at += 1;
      if (at === start) break;
      words.push(...items.slice(start, at));
      to = at;
    }
    const [first, last] = [items[from], items[to - 1]];
    if (first === undefined || last === undefined) continue;
    const order = orderOf(words, [text.slice(0, first.start), text.slice(last.end)]);
    const isBare =
      order.side === undefined &&
      order.everyMinutes === undefined &&
      words.every((one) => !isDescribing(one));
    if (order.of === "order" && (isBare || (!isLed && order.everyMinutes === undefined))) continue;
    const one: Item = {
      readings: [{ is: order.of, value: String(DESCRIBED) }],
      start: first.start,
      end: last.end,
    };
    return {
      items: [...items.slice(0, from), one, ...items.slice(to)],
      order,
      span: [first.start, last.end],
    };
  }
  return undefined;
}

const isDescribing = (item: Item | undefined): boolean =>
  (["coin", "number", "every", "dollars"] as const).some(
    (kind) => readingOf(item, kind) !== undefined,
  );

function orderOf(words: readonly Item[], put: Described["put"]): Described {
  const plain = words.map((item) => readingOf(item, "word") ?? "");
  const type = plain.flatMap((word) =>
    Object.hasOwn(TYPES, word) ? [TYPES[word as "stop"]] : [],
  )[0];
  const side = plain.some((word) => /^(?:buy|buying|purchases?)$/.test(word))
    ? "buy"
    : plain.some((word) => /^sell|^sale/.test(word))
      ? "sell"
      : undefined;
  const everyMinutes = words
    .map((item) => readingOf(item, "every"))
    .find((every) => every !== undefined);
  return {
    of: type !== undefined || plain.includes("trigger") ? "trigger" : "order",
    ...(type !== undefined && { type }),
    ...(side !== undefined && { side }),
    ...(everyMinutes !== undefined && { everyMinutes }),
    coins: words.flatMap((item) => readingOf(item, "coin") ?? []),
    figures: words.flatMap((item) => readingOf(item, "number") ?? readingOf(item, "dollars") ?? []),
    put,
  };
}
