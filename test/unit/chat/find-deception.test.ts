import { expect, test } from "vitest";
import { findDeception } from "../../../src/chat/find-deception.ts";

test.each([
  "sell 1 ETH for USDC",
  "Füge 1 ETH hinzu, déjà vu, São Paulo",
  "продай 1 ETH за USDC",
  "用 1 ETH 换 USDC",
  "بع ١ ETH",
  "line\nline\ttab\r\n",
  "1\u00a0ETH",
  "🙏 → ✓",
])("default: %j is what it looks like", (text) => {
  expect(findDeception(text)).toBeUndefined();
});

test.each([
  ["zero-width space", "a\u200bb"],
  ["zero-width joiner", "a\u200db"],
  ["byte order mark", "\ufeffa"],
  ["soft hyphen", "a\u00adb"],
  ["right-to-left override", "a\u202eb"],
  ["isolate", "a\u2066b"],
  ["variation selector", "a\ufe0f"],
  ["Hangul filler", "a\u3164b"],
  ["grapheme joiner", "a\u034fb"],
  ["blank Braille", "a\u2800b"],
  ["control", "a\u0007b"],
  ["escape", "\u001b[2J"],
  ["line separator", "a\u2028b"],
  ["em space", "a\u2003b"],
  ["tag", "a\u{e0073}b"],
  ["private use", "a\ue000b"],
  ["lone surrogate", "a\ud800b"],
])("behavior: hidden: %s", (_, text) => {
  expect(findDeception(text)).toBe("hidden_characters");
});

test.each([
  ["Cyrillic in a Latin word", "s\u0435ll"],
  ["Latin in a Cyrillic word", "прод\u0061й"],
  ["Greek", "\u0395TH"],
  ["Cherokee", "\u13acTH"],
  ["Armenian, over a digit", "a1\u0585"],
  ["mathematical", "\u{1d404}\u{1d413}\u{1d407}"],
  ["mathematical digit", "\u{1d7cf}"],
  ["fullwidth", "\uff25\uff34\uff28"],
  ["circled", "\u24ba"],
  ["combining stroke", "se\u0338ll"],
])("behavior: look-alike: %s", (_, text) => {
  expect(findDeception(text)).toBe("look_alike_characters");
});

// A quadratic search takes minutes here.
test.each(["a", "a1", "a_", "1", "é", "я", " ", "a ", "\n"])(
  "behavior: linear on 100 kB of %j",
  (piece) => {
    const startedMs = performance.now();
    expect(findDeception(piece.repeat(100_000 / piece.length))).toBeUndefined();
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  },
);
