import { expect, test } from "vitest";
import { addUsage } from "../../../src/chat/add-usage.ts";

const used = (inputTokens: number, outputTokens: number, costUsd?: string) => ({
  inputTokens,
  outputTokens,
  ...(costUsd !== undefined && { costUsd }),
});

test.each([
  [used(10, 1, "0.001"), used(20, 2, "0.0000005"), used(30, 3, "0.0010005")],
  [used(0, 0), used(20, 2, "0.1"), used(20, 2, "0.1")],
  [used(10, 1), used(20, 2, "0.1"), used(30, 3)],
  [used(10, 1, "cheap"), used(20, 2, "0.1"), used(30, 3)],
])("args: %j and %j", (first, second, sum) => {
  expect(addUsage(first, second)).toEqual(sum);
});
