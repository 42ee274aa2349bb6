import fc from "fast-check";
import { expect, test } from "vitest";
import { readMessage } from "../../../src/chat/read-message.ts";
import { onBase } from "./context.ts";
import { QUESTIONS } from "./corpus/questions.ts";

const read = (text: string) => readMessage(text, { ...onBase, nowMs: 1_790_000_000_000 });
const readingsOf = (text: string): readonly string[] => {
  const reading = read(text);
  return reading.kind === "ask" ? reading.ask.options.map(({ words }) => words) : [];
};

test.each(QUESTIONS)("default: %s", (text, readings) => {
  expect(read(text).kind, JSON.stringify(read(text))).not.toBe("call");
  expect(readingsOf(text)).toEqual(readings);
});

test("behavior: every reading is a command, its button says the very amount it trades", () => {
  const figure = fc.oneof(
    fc.nat(9_999_999).map(String),
    fc.tuple(fc.nat(9_999), fc.nat(9_999)).map(([whole, rest]) => `${whole}.${rest}`),
    fc
      .tuple(fc.nat(999), fc.stringMatching(/^[0-9]{3}$/))
      .map(([whole, rest]) => `${whole}.${rest}`),
    fc
      .tuple(fc.nat(999), fc.stringMatching(/^[0-9]{1,4}$/))
      .map(([whole, rest]) => `${whole},${rest}`),
    fc.stringMatching(/^[0-9]{1,3}(?:[., ][0-9]{3}){1,3}$/),
    fc.stringMatching(/^[0-9.,/e-]{1,8}$/),
  );
  const unit = fc.constantFrom("", "m", "k", "mm", " million", "mio", "e3", "%");
  const before = fc.constantFrom("", "about ", "roughly ", "1 or ", "2-", "$", "-", "1.", "0");
  const value = (text: string) => Number(text.replaceAll(",", "").replace(/k$/, "e3"));
  fc.assert(
    fc.property(before, figure, unit, (front, said, behind) => {
      const reading = read(`sell ${front}${said}${behind} usdc for eth`);
      if (reading.kind !== "ask" || !reading.ask.text.endsWith("Which amount do you mean?")) return;
      for (const { label, words } of reading.ask.options) {
        const meant = read(words);
        if (meant.kind !== "call") throw new Error(`${words} is no command`);
        expect(Number(meant.args.amountIn), `${label}: ${words}`).toBeCloseTo(value(label), 6);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("behavior: no message of 500 characters takes long, whatever it repeats", () => {
  const pieces = [
    "on ",
    "sell 1 eth for ",
    "if eth ",
    "1 000 ",
    "at ",
    "at 5pm ",
    "until 5pm utc ",
    "make it ",
    ", ",
    "a ",
    "1.",
    " ",
  ];
  for (const piece of pieces)
    for (const start of ["", "sell 1 eth for usdc ", "sell 5 eth in 10 slices every 15 minutes "]) {
      const before = performance.now();
      read(`${start}${piece.repeat(500)}`.slice(0, 499));
      // Some milliseconds; a machine under load takes more.
      expect(performance.now() - before, piece).toBeLessThan(1_000);
    }
});
