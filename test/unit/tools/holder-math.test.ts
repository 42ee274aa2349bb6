import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holderMath } from "../../../src/tools/holder-facts.ts";
import { vectorNamed } from "../../support/vector-named.ts";

const word = (data: string | undefined, index: number): bigint =>
  BigInt(`0x${(data ?? "0x").slice(2 + index * 64, 66 + index * 64)}`);

describe("purchases observed on the real vaults", () => {
  test.each([
    ["fund.mint-owner", 6],
    ["fund.mint-holder", 6],
    ["fund.mint-native", 18],
  ] as const)("default: %s", (id, decimals) => {
    const { decoded, outcome, nav } = vectorNamed(id);
    const terms = {
      unitaryValue: word(nav?.before.returnData, 0),
      decimals,
      spreadBps: 10,
      feeBps: 0,
    };
    const { tokens } = holderMath.bought(BigInt(String(decoded.amountIn)), terms);
    expect(tokens).toBe(BigInt(String(outcome.returns?.minted)));
  });
});

const terms = fc.record({
  decimals: fc.constantFrom(6, 8, 18, 24),
  unitaryValue: fc.bigInt({ min: 1n, max: 10n ** 40n }),
  spreadBps: fc.integer({ min: 0, max: 500 }),
  feeBps: fc.integer({ min: 0, max: 100 }),
});
const amount = fc.bigInt({ min: 1n, max: 2n ** 128n });

describe("properties", () => {
  test("property: nobody gets more out than was put in, at one price", () => {
    fc.assert(
      fc.property(amount, terms, (amountBase, at) => {
        const { tokens } = holderMath.bought(amountBase, at);
        const { paidBase, neededBase, spreadBase } = holderMath.redeemed(tokens, at);
        expect(paidBase).toBeLessThanOrEqual(amountBase);
        expect(paidBase + spreadBase).toBe(neededBase);
      }),
    );
  });

  test("property: roundings favour the vault by less than a unit each", () => {
    fc.assert(
      fc.property(amount, terms, (amountBase, at) => {
        const { tokens, feeTokens, spreadBase } = holderMath.bought(amountBase, at);
        const scale = 10n ** BigInt(at.decimals);
        // What was minted costs no more than what is left of the payment, and one token more would
        // cost more.
        expect((tokens + feeTokens) * at.unitaryValue).toBeLessThanOrEqual(
          (amountBase - spreadBase) * scale,
        );
        expect((tokens + feeTokens + 1n) * at.unitaryValue).toBeGreaterThan(
          (amountBase - spreadBase) * scale,
        );
      }),
    );
  });

  test("property: least accepted is at most expected, loses at most slippage and a unit", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 5_000 }), (expected, slippageBps) => {
        const least = holderMath.atLeast(expected, slippageBps);
        expect(least).toBeLessThanOrEqual(expected);
        expect((least + 1n) * 10_000n).toBeGreaterThan(expected * BigInt(10_000 - slippageBps));
      }),
    );
  });
});
