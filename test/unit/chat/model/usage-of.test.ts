import { expect, test } from "vitest";
import { usageOf } from "../../../../src/chat/model/usage-of.ts";

const none = { input: undefined, output: undefined };

test("default: tokens times the price per million, exactly", () => {
  // 1,234 x 0.15 + 56 x 0.6 dollars per million: 185.1 + 33.6 millionths.
  expect(usageOf({ input: 1_234, output: 56 }, { input: "0.15", output: "0.6" })).toEqual({
    inputTokens: 1_234,
    outputTokens: 56,
    costUsd: "0.0002187",
  });
  expect(usageOf({ input: 0, output: 0 }, { input: "1", output: "1" }).costUsd).toBe("0");
});

test("behavior: no cost is made up: not without both prices or where the model counts none", () => {
  expect(usageOf({ input: 5, output: 7 }, none)).toEqual({ inputTokens: 5, outputTokens: 7 });
  expect(usageOf({ input: 5, output: 7 }, { input: "1", output: undefined })).toEqual({
    inputTokens: 5,
    outputTokens: 7,
  });
  expect(usageOf({ input: undefined, output: 7 }, { input: "1", output: "1" })).toEqual({
    inputTokens: 0,
    outputTokens: 7,
  });
});

test("error: counts of an upstream that are none count as nothing", () => {
  for (const count of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(usageOf({ input: count, output: count }, none)).toEqual({
      inputTokens: 0,
      outputTokens: 0,
    });
});
