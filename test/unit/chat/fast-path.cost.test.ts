import { describe, expect, it } from "vitest";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { readCommand } from "../../../src/chat/fast-path/read-command.ts";
import { dropCourtesy, splitLexemes } from "../../../src/chat/fast-path/split-lexemes.ts";
import type { Item as Lexeme } from "../../../src/chat/reader/item.ts";
import { onBase } from "./context.ts";

const SIZE = 100_000;
const repeated = (text: string): string =>
  text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE);

/**
 * What makes careless readers quadratic or worse: long runs, endless clauses, near repetitions,
 * half-open ends.
 */
const HOSTILE: readonly (readonly [string, string])[] = [
  ["one word", "a".repeat(SIZE)],
  ["one number", "9".repeat(SIZE)],
  ["points", ".".repeat(SIZE)],
  ["blanks", " ".repeat(SIZE)],
  ["blanks before a word", `${" ".repeat(SIZE)}x`],
  ["blanks after a word", `x${" ".repeat(SIZE)}`],
  ["commas", repeated("a , ")],
  ["number signs", "#".repeat(SIZE)],
  ["commands", repeated("cancel twap 3 ")],
  [
    "clauses",
    `sell 1 ETH ${repeated("for USDC , 0.2 at a time , every 10 minutes , on base , via 0x , ")}`,
  ],
  ["slices", `sell 1 ETH ${repeated("in 5 slices of 0.2 ETH each ")}`],
  ["half clauses", `sell 1 ETH ${repeated("0.2 at a 0.2 at a ")}`],
  ["courtesy", repeated("please , ")],
  ["courtesy around", `${repeated("hi , ")}cancel twap 3 ${repeated(", please ")}`],
  ["prepositions", `sell 1 ETH ${repeated("for to into ")}`],
  ["verbs", repeated("sell buy swap ")],
  ["foreign digits", "\u0663".repeat(SIZE)],
  ["digits of two scripts", repeated("\u0663\u06f3")],
  ["surrogates", repeated("\u{1d7d1}")],
  ["line breaks", `cancel twap 3${"\n".repeat(SIZE)}`],
  ["an address without end", `sell 1 0x${"1".repeat(SIZE)}`],
];

/** A text that counts the characters that are looked at, one by one or as part of a slice. */
function countingText(text: string): { text: string; visits: () => number } {
  let visits = 0;
  const counting = {
    length: text.length,
    charAt: (at: number) => {
      visits += 1;
      return text.charAt(at);
    },
    slice: (from: number, to: number) => {
      visits += to - from;
      return text.slice(from, to);
    },
  };
  // Safe: whatever else the code asked of a string would fail the test.
  return { text: counting as unknown as string, visits: () => visits };
}

/** A sentence that counts how often one of its lexemes is looked at. */
function countingSentence(lexemes: readonly Lexeme[]): {
  sentence: readonly Lexeme[];
  visits: () => number;
} {
  let visits = 0;
  const sentence = new Proxy(lexemes, {
    get: (target, key, receiver) => {
      if (typeof key === "string" && /^[0-9]+$/.test(key)) visits += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  return { sentence, visits: () => visits };
}

describe("fast path: cost, in steps", () => {
  it.each(HOSTILE)("behavior: 100 kB of %s are refused by their length alone", (_name, text) => {
    const counting = countingText(text);
    expect(fastPath(counting.text, onBase)).toEqual({ kind: "pass", reason: "too_long" });
    expect(counting.visits()).toBe(0);
  });

  it.each(HOSTILE)(
    "behavior: without that limit, 100 kB of %s are cut in linear time",
    (_name, text) => {
      const counting = countingText(text);
      splitLexemes(counting.text);
      // Blank? number sign? comma? end of run? the run itself; blanks at both ends once more.
      expect(counting.visits()).toBeLessThanOrEqual(8 * text.length);
    },
  );

  it.each(HOSTILE)(
    "behavior: without that limit, the lexemes of 100 kB of %s are read in linear time",
    (_name, text) => {
      const lexemes = splitLexemes(text);
      if (typeof lexemes === "string") return;
      const whole = countingSentence(lexemes);
      const sentence = dropCourtesy(whole.sentence);
      // Courtesy and comma from both ends, where one question ends each way, and the copy.
      expect(whole.visits()).toBeLessThanOrEqual(4 * lexemes.length + 4);
      const counting = countingSentence(sentence);
      readCommand(counting.sentence, onBase);
      // A trade has eight parts at most, and a part said twice ends it; each question looks at one
      // lexeme.
      expect(counting.visits()).toBeLessThanOrEqual(400);
    },
  );

  it("behavior: an ordinary message is read in a few looks at each character", () => {
    const counting = countingText(
      "sell 1 ETH for USDC in 5 slices of 0.2 ETH each, every 10 minutes on base via uniswap",
    );
    expect(fastPath(counting.text, onBase)).toMatchObject({
      kind: "call",
      tool: "create_twap_order",
    });
    expect(counting.visits()).toBeLessThan(8 * counting.text.length);
  });
});
