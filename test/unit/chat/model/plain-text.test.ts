import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../../../src/chat/model/plain-text.ts";

const whole = (pieces: readonly string[]): string => {
  const text = plainText();
  return pieces.map((piece) => text.push(piece)).join("") + text.end();
};

test.each([
  ["You hold 5 USDC.", "You hold 5 USDC."],
  ["two\nlines\tand a tab", "two\nlines\tand a tab"],
  ["pay\u200b at\u202e once\u0007", "pay at once"],
  ["\u{e0041}hidden\ufe0f", "hidden"],
  ["go to https://evil.example/x now", "go to [link left out] now"],
  ["or [here](http://evil.example)", "or [link left out]"],
  ["www.evil.example and (www.evil.example)", "[link left out] and [link left out]"],
  ["mailto:a@evil.example tg://resolve?x", "[link left out] [link left out]"],
  ["1.5 ETH is 4,500 USDC", "1.5 ETH is 4,500 USDC"],
])("default: %j is told as %j", (said, told) => {
  expect(whole([said])).toBe(told);
});

test("behavior: a link is left out however the words are cut into pieces", () => {
  const text = "see https://evil.example/pay?to=0x66 for more";
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      expect(whole(at.slice(1).map((end, index) => text.slice(at[index], end)))).toBe(
        "see [link left out] for more",
      );
    }),
  );
});

test("behavior: 4,000 characters at most, in whatever pieces", () => {
  expect(whole(["a ".repeat(3_000)])).toHaveLength(4_000);
  expect(whole(Array(3_000).fill("a "))).toHaveLength(4_000);
  expect(whole(["a".repeat(10_000)])).toHaveLength(4_000);
});

test("behavior: nothing unseen comes through", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 30 }), { maxLength: 8 }),
      (pieces) => {
        expect(whole(pieces)).not.toMatch(
          /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/u,
        );
      },
    ),
  );
});
