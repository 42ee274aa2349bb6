import { expect, test } from "vitest";
import type { ChatMessage } from "../../../../schemas/calls/chat.ts";
import { meantBy } from "../../../../src/chat/context/meant-by.ts";
import { pastOf } from "../../../../src/chat/context/past-of.ts";
import { timesShare } from "../../../../src/chat/context/times-share.ts";
import { readByRules } from "../../../../src/chat/read-message.ts";
import { coinsOf } from "../../../../src/chat/reader/coins-of.ts";
import { onBase } from "../context.ts";

const reader = { read: (words: string) => readByRules(words, onBase), coins: coinsOf(onBase) };
const messages = (texts: readonly string[]) =>
  texts.map((text, at): ChatMessage => ({ role: at % 2 === 0 ? "user" : "assistant", text }));
/** The last of what was said by turns, the operator first. */
const meant = (...texts: string[]) => {
  const found = meantBy(texts.at(-1) ?? "", pastOf(messages(texts), reader), reader);
  return found === undefined
    ? undefined
    : "words" in found
      ? found.words
      : found.ask.options.map(({ words }) => words);
};
const SWAP = ["sell 0.5 eth for usdc", "Executed: sold 0.5 ETH, bought 1249.1 USDC."] as const;
const ORDERS = ["orders", "#7: 12 of 30 done. #9: 0 of 8 done."] as const;
const TWAP = [
  "dca 500 usdc into eth in 10 slices every 30 minutes",
  "TWAP order #10 created.",
] as const;

test.each([
  [...SWAP, "again", "sell 0.5 eth for usdc"],
  [...SWAP, "twice that", "sell 1 eth for usdc"],
  [...SWAP, "buy it back", "sell 1249.1 usdc for eth"],
  [...SWAP, "swap half of that to grg", "swap 624.55 USDC to grg"],
  [...SWAP, "bridge it to arbitrum", "bridge 1249.1 USDC to arbitrum"],
  [...ORDERS, "cancel the second one", "cancel order 9"],
  [...TWAP, "make it 12 slices", "cut the rest of order 10 in 12 slices"],
  [...TWAP, "pause", "pause order 10"],
  ["quote 1000 usdc to eth", "0.3996 ETH", "ok, do it", "sell 1000 usdc for eth"],
  ["buy 0.1 eth with usdc", "Card", "for 3000 usdc", "sell 3000 usdc for eth"],
  ["sell 0.5 eth for usdc", "Card: sell 0.5 ETH. Confirm?", "into dai", "sell 0.5 eth for dai"],
  [
    "sell 0.5 eth for usdc",
    "Card: sell 0.5 ETH. Confirm?",
    "at 2700",
    "sell 0.5 eth for usdc at 2700",
  ],
  [
    "stop loss: sell 1 eth at 2100",
    "Card",
    "2050 and automatically",
    "stop sell 1 eth for usdc at 2050 automatically",
  ],
  [
    "stop loss",
    "For which token?",
    "eth, all of it, 2000",
    "stop sell 100% of eth for usdc at 2000",
  ],
  [TWAP[0], "Card", "every 2 hours", "sell 500 usdc for eth in 10 slices every 120 minutes"],
  ["what is 2+2", "Done: bought 0.2 ETH for 500.40 USDC.", "sell it back", "sell 0.2 ETH for USDC"],
  ["pause 9", "#9 is paused.", "undo", "resume order 9"],
  ["skip the next slice of 9", "Slice 1 of #9 is skipped.", "one more", "skip slice 2 of order 9"],
  [
    "bridge 2000 usdc to arbitrum",
    "Today's limit leaves 800 USDC.",
    "send what fits",
    "bridge 800 usdc to arbitrum",
  ],
  [
    "orders",
    "#4: sell 1 ETH below 2,000. #5: sell 0.1 WBTC above 70,000.",
    "cancel the wbtc one",
    "cancel trigger 5",
  ],
])("default: after %j and %j, %j is %j", (said, shown, words, command) => {
  expect(meant(said, shown, words)).toBe(command);
});

test("behavior: of two orders that it may be, each is a button", () => {
  expect(meant(...ORDERS, "pause that")).toEqual(["pause order 7", "pause order 9"]);
});

test("behavior: the next words change what was offered last; only a card is made of it", () => {
  expect(
    meant("buy 2k of eth", "Card: 2,000 USDC for about 0.8 ETH. Confirm?", "1500 is enough"),
  ).toBe("sell 1500 usdc for eth");
  expect(
    meant("x", "Slice 1 of #9 is due: buy 0.25 ETH for about 625 USDC. Trade it?", "ok do it"),
  ).toBe("buy 0.25 eth with usdc");
});

test("error: a value beside words of something else is none", () => {
  for (const words of ["what about the gas of 5", "don't make it 2", "2 or 3?", "never 5"])
    expect([words, meant("sell 1 eth for usdc", "Card: sell 1 ETH. Confirm?", words)]).toEqual([
      words,
      undefined,
    ]);
});

test("behavior: what was meant before is the command that the next words change", () => {
  expect(meant(...SWAP, "double that", "Card", "make it 0.7")).toBe("sell 0.7 eth for usdc");
});

test("error: what denies, asks, reports or says more is not taken for what was said before", () => {
  for (const words of [
    ...[
      "don't do it again",
      "did it do it again?",
      "never sell it again",
      "he said: do it again",
      "why again",
      "no more",
    ],
    ...[
      "what if i sell it",
      "if i double that, is it too much?",
      "should i pause it?",
      "thanks",
      "ok",
      "nice",
      "that was bad",
    ],
  ])
    expect([words, meant(...SWAP, words)]).toEqual([words, undefined]);
});

test("error: no order is stopped by words that deny, ask or report", () => {
  for (const words of [
    ...[
      "don't pause it",
      "should i pause it?",
      "if it fails pause it",
      "he told me to pause it",
      "never pause that",
    ],
    ...[
      "would it help to pause it",
      "i paused it yesterday",
      "pause it or not?",
      "not sure if we pause it",
    ],
  ]) {
    const found = [meant("show order 9", "#9: 0 of 8 done.", words)].flat()[0];
    const reading = found === undefined ? undefined : reader.read(found);
    const isStopped = reading?.kind === "call" && reading.tool !== "get_twap_order";
    expect([words, isStopped && found]).toEqual([words, false]);
  }
});

test("error: with nothing said before, nothing is meant", () => {
  for (const words of [
    "do it again",
    "double that",
    "pause it",
    "make it 12 slices",
    "the last one",
  ])
    expect([words, meant(words)]).toEqual([words, undefined]);
});

test("behavior: figures of quoted text are nobody's", () => {
  expect(meant("sell 1 eth for usdc", "Card", "> order #9\nthanks")).toBeUndefined();
});

test("default: a share of a decimal is exact, and rounded down", () => {
  expect([
    timesShare("900", "66.6666"),
    timesShare("0.6", "50"),
    timesShare("1", "33.3333"),
    timesShare("2", "250"),
  ]).toEqual(["600", "0.3", "0.333333333333333333", "5"]);
});
