import type { SaidTime } from "../time-of-words.ts";

/**
 * One way to read a piece of a message. Amounts, prices and counts are plain decimals; lengths of
 * time are minutes.
 */
export type Reading =
  | { [K in Figure]: { is: K; value: string } }[Figure]
  | { [K in Length]: { is: K; value: number } }[Length]
  | { is: "time"; value: SaidTime }
  /**
   * `pair`: two symbols with a stroke; `range`: "+-10%". `coin`: the symbol of a token; `order`:
   * the number of one. `odd`: what cannot be read.
   */
  | { [K in Plain]: { is: K; value: string } }[Plain];

type Figure = "number" | "dollars" | "percent" | "fraction" | "bps" | "gwei" | "times";
type Length = "minutes" | "every";
type Plain = "word" | "coin" | "order" | "trigger" | "address" | "mark" | "odd" | "pair" | "range";

/**
 * A piece of a message, with every reading that it has, and where it stands. Which of them is meant
 * its place says (slots.ts).
 */
export type Item = {
  readings: readonly Reading[];
  start: number;
  end: number;
  /** A token stands behind it. */
  isAmount?: true;
  /** Slices stand behind it. */
  isCount?: true;
};
