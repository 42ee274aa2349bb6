import { expect, test } from "vitest";
import { untilNextBlock } from "../../../src/pipeline/receipt-poller.ts";

const HEAD_SEC = 1_800_000_000;
const HEAD_MS = HEAD_SEC * 1_000;

// Two seconds between blocks, and a tenth of one until a node near us serves it.
test.each<[string, number, number | undefined]>([
  ["right at the head's time", 0, 2_100],
  ["half way", 1_000, 1_100],
  ["just before it is served", 2_099, 1],
  ["when it should be there", 2_100, undefined],
  ["long after", 60_000, undefined],
  ["by a clock that is behind the chain's", -1, undefined],
])("behavior: %s", (_what, sinceMs, expected) => {
  expect(untilNextBlock(8453, HEAD_SEC, HEAD_MS + sinceMs)).toBe(expected);
});

test("behavior: each chain has its own interval, and some keep to none", () => {
  expect(untilNextBlock(1, HEAD_SEC, HEAD_MS)).toBe(12_100);
  expect(untilNextBlock(56, HEAD_SEC, HEAD_MS)).toBeUndefined();
});
