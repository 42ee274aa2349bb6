import { describe, expect, test } from "vitest";
import { clampSlippageBps } from "../../../src/shields/limit-amount.ts";

describe("clampSlippageBps", () => {
  // Spec "Limits": 10..500 bps.
  test.each([
    [0, 10],
    [9, 10],
    [10, 10],
    [11, 11],
    [100, 100],
    [499, 499],
    [500, 500],
    [501, 500],
    [10_000, 500],
  ])("args: %i", (bps, expected) => expect(clampSlippageBps(bps)).toBe(expected));
});
