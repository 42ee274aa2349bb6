import type { SaidTime } from "../time-of-words.ts";

/** One way to read a piece of a message. Amounts, prices and counts are plain decimals; lengths of time are minutes. */
export type Reading =
  | { [K in Figure]: { is: K; value: string } }[Figure]
  | { [K in Length]: { is: K; value: number } }[Length]
  | { is: "time"; value: SaidTime }
  /** `coin`: the symbol of a token; `order`: the number of one. `odd`: what cannot be read. */
  | { [K in Plain]: { is: K; value: string } }[Plain];

type Figure = "number" | "dollars" | "percent" | "fraction" | "bps" | "gwei" | "times";
type Length = "minutes" | "every";
type Plain = "word" | "coin" | "order" | "address" | "mark" | "odd";

/** A piece of a message, with every reading that it has, and where it stands. Which of them is meant its place says (slots.ts). */
export type Item = { readings: readonly Reading[]; start: number; end: number };

type Value<K extends Reading["is"]> = Extract<Reading, { is: K }>["value"];

/** What an item is in one of its readings; undefined where it has none of that kind. */
export function readingOf<K extends Reading["is"]>(item: Item | undefined, kind: K): Value<K> | undefined {
  // Safe: the kind was compared.
  return item?.readings.find(({ is }) => is === kind)?.value as Value<K> | undefined;
}
