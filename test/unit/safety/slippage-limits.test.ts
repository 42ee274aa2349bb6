import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clampSlippageBps } from "../../../src/safety/clamp-slippage-bps.ts";
import { maxInBase } from "../../../src/safety/max-in-base.ts";
import { minOutBase } from "../../../src/safety/min-out-base.ts";

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

describe("bounds after slippage", () => {
  test.each([
    [10_000n, 100, 9_900n, 10_100n],
    [1_001n, 100, 991n, 1_011n],
    [1n, 100, 1n, 1n],
    [0n, 100, 0n, 0n],
    [10_000n, 500, 9_500n, 10_500n],
    [10_000n, 10, 9_990n, 10_010n],
  ])("args: %i at %i bps", (amount, bps, least, most) => {
    expect([minOutBase(amount, bps), maxInBase(amount, bps)]).toEqual([least, most]);
  });

  test("behavior: never beyond the slippage, and never tighter by a whole unit", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n), fc.integer({ min: 10, max: 500 }), (amount, bps) => {
        const [least, most, bounded] = [
          minOutBase(amount, bps) * 10_000n,
          maxInBase(amount, bps) * 10_000n,
          amount * 10_000n,
        ];
        const allowed = amount * BigInt(bps);
        expect(bounded - least <= allowed && bounded - least > allowed - 10_000n).toBe(true);
        expect(most - bounded <= allowed && most - bounded > allowed - 10_000n).toBe(true);
      }),
    );
  });
});
