import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { onBase } from "./context.ts";

/*
 * Spec, "TWAP tools": the message "contains both `every N minutes` and `X at a time`", wherever
 * these stand. Beside that the rule of decision D55 stays: an amount or a direction is never
 * guessed.
 */

const HEAD = ["sell 7.5 USDC", "please sell 7.5 USDC", "twap sell 7.5 USDC"];
const CLAUSES = fc.record({
  head: fc.constantFrom(...HEAD),
  slicing: fc.constantFrom("2.5 at a time", "2.5 USDC at a time"),
  pace: fc.constantFrom("every 12 minutes", "every 12 min"),
  place: fc.constantFrom([], ["on base"]),
});
/** In any order, commas between them or not. */
const permuted = CLAUSES.chain(({ head, slicing, pace, place }) =>
  fc
    .tuple(
      fc.shuffledSubarray([head, "for DAI", slicing, pace, ...place], {
        minLength: 4 + place.length,
      }),
      fc.boolean(),
    )
    .map(([clauses, hasCommas]) => clauses.join(hasCommas ? ", " : " ")),
);
const ORDER = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "DAI",
  totalAmount: "7.5",
  sliceAmount: "2.5",
  intervalMinutes: 12,
};
/** What may stand between two words of a message: the message with it at place `n`. */
const withWord = (text: string, word: string, n: number): string => {
  const words = text.split(" ");
  const at = n % (words.length + 1);
  return [...words.slice(0, at), word, ...words.slice(at)].join(" ");
};

describe("fast path: an order's clauses in any order", () => {
  it("default: the issue's sentence is the order it says", () => {
    expect(fastPath("every 12 minutes sell 7.5 USDC for DAI 2.5 at a time", onBase)).toMatchObject({
      kind: "call",
      tool: "create_twap_order",
      args: ORDER,
    });
  });

  it("behavior: every permutation of the clauses is the same order", () => {
    fc.assert(
      fc.property(permuted, (text) => {
        const result = fastPath(text, onBase);
        expect(result, text).toMatchObject({
          kind: "call",
          tool: "create_twap_order",
          args: ORDER,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it("behavior: a word that turns the sentence round, anywhere, makes permutations pass", () => {
    const turning = fc.constantFrom(
      "not",
      "never",
      "don't",
      "dont",
      "stop",
      "unless",
      "if",
      "or",
      "no",
      "except",
      '"',
    );
    fc.assert(
      fc.property(permuted, turning, fc.nat(), (text, word, place) => {
        const changed = withWord(text, word, place);
        expect(fastPath(changed, onBase), changed).toMatchObject({ kind: "pass" });
      }),
      { numRuns: 1_000 },
    );
  });

  it("behavior: one more amount, pace or slicing makes every permutation pass: a guess", () => {
    const more = fc.constantFrom(
      "10",
      "10 USDC",
      "every 5 minutes",
      "1 at a time",
      "sell 10 USDC",
      "in 4 slices",
    );
    fc.assert(
      fc.property(permuted, more, fc.nat(), (text, clause, place) => {
        const changed = withWord(text, clause, place);
        expect(fastPath(changed, onBase), changed).toMatchObject({ kind: "pass" });
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [
      "what is sold each time is all that is said",
      "every 12 minutes sell 7.5 USDC at a time for DAI",
    ],
    [
      "the slice is of the other token",
      "every 12 minutes sell 7.5 USDC for DAI, 2.5 DAI at a time",
    ],
    ["an amount of the other token", "every 12 minutes sell 7.5 USDC for 7 DAI 2.5 at a time"],
    [
      "the slice is no smaller than the total",
      "every 12 minutes sell 7.5 USDC for DAI 7.5 at a time",
    ],
    ["quoted", 'he said "every 12 minutes sell 7.5 USDC for DAI 2.5 at a time"'],
    ["no verb", "every 12 minutes 7.5 USDC for DAI 2.5 at a time"],
    ["a question", "every 12 minutes sell 7.5 USDC for DAI 2.5 at a time?"],
    [
      "another command before",
      "cancel twap 3 every 12 minutes sell 7.5 USDC for DAI 2.5 at a time",
    ],
  ])("error: %s: no order", (_, text) => {
    expect(fastPath(text, onBase)).toMatchObject({ kind: "pass" });
  });
});
