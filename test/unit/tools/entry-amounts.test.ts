import * as fc from "fast-check";
import { zeroAddress } from "viem";
import { describe, expect, it, test } from "vitest";
import { tickMath } from "../../../src/chain/tick-math.ts";
import { formatUnits } from "../../../src/lib/parse-units.ts";
import { sqrtRange } from "../../../src/liquidity/parse-range.ts";
import { positionAmounts } from "../../../src/liquidity/position-amounts.ts";
import type { NamedPool } from "../../../src/tools/named-pool.ts";
import { entryAmounts } from "../../../src/tools/plan-pool-opening.ts";

const LOW = zeroAddress;
const HIGH = `0x${"ff".repeat(20)}` as const;
const RICH = { amount0Base: 10n ** 60n, amount1Base: 10n ** 60n };

/** A pool of the native coin (always currency0) and a token, named in either order. */
function named(inverted: boolean, decimals0: number, decimals1: number): NamedPool {
  const zero = { address: LOW, symbol: "ZERO", decimals: decimals0 };
  const one = { address: HIGH, symbol: "ONE", decimals: decimals1 };
  const pool = { currency0: LOW, currency1: HIGH, fee: 500, tickSpacing: 10, hooks: LOW };
  return { pool, tokenA: inverted ? one : zero, tokenB: inverted ? zero : one, inverted };
}

const decimals = fc.constantFrom(0, 6, 8, 18, 24);
const of = fc.record({
  tick: fc.integer({ min: -400_000, max: 400_000 }),
  below: fc.integer({ min: -50_000, max: 100_000 }),
  width: fc.integer({ min: 1, max: 100_000 }),
  decimals0: decimals,
  decimals1: decimals,
  inverted: fc.boolean(),
  slippageBps: fc.integer({ min: 10, max: 500 }),
  amount: fc.bigInt({ min: 1n, max: 10n ** 30n }),
  side: fc.constantFrom("amountA", "amountB", "both"),
});

describe("at all decimals, orders, prices and ranges", () => {
  it("behavior: no more goes in than named or held; bounds exceed liquidity amounts", () => {
    let planned = 0;
    fc.assert(
      fc.property(of, (one) => {
        const pool = named(one.inverted, one.decimals0, one.decimals1);
        const tickLower = one.tick - one.below;
        const sqrt = tickMath.sqrtRatioAtTick(one.tick) ?? 0n;
        const range = sqrtRange(sqrt, { tickLower, tickUpper: tickLower + one.width });
        const [a, b] = [pool.tokenA, pool.tokenB].map((token) =>
          formatUnits(one.amount, token.decimals),
        );
        const input = {
          ...(one.side !== "amountB" && { amountA: a }),
          ...(one.side !== "amountA" && { amountB: b }),
          tickRange: "full",
        };
        const entry = entryAmounts(pool, input, {
          range,
          balances: RICH,
          slippageBps: one.slippageBps,
        });
        if (!entry.ok) {
          expect(entry.code).toBe("invalid_request");
          return;
        }
        planned += 1;
        const { liquidity, amounts, most } = entry.value;
        expect(amounts).toEqual(positionAmounts.toAdd(range, liquidity));
        const [named0, named1] = one.inverted
          ? [one.side !== "amountA", one.side !== "amountB"]
          : [one.side !== "amountB", one.side !== "amountA"];
        if (named0) expect(amounts.amount0Base <= one.amount).toBe(true);
        if (named1) expect(amounts.amount1Base <= one.amount).toBe(true);
        for (const side of ["amount0Base", "amount1Base"] as const) {
          expect(most[side] >= amounts[side]).toBe(true);
          // Rounded up, and by not more than one unit.
          const limit = (amounts[side] * BigInt(10_000 + one.slippageBps)) / 10_000n + 1n;
          expect(most[side] <= limit).toBe(true);
          if (amounts[side] === 0n) expect(most[side]).toBe(0n);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(planned).toBeGreaterThan(300);
  });

  it("behavior: the most that may go in is never more than the vault holds", () => {
    const range = sqrtRange(1n << 96n, { tickLower: -1_000, tickUpper: 1_000 });
    const balances = { amount0Base: 10n ** 18n + 5n, amount1Base: 10n ** 19n };
    const pool = named(false, 18, 18);
    const entry = entryAmounts(pool, { amountA: "1" }, { range, balances, slippageBps: 500 });
    expect(entry.ok && entry.value.most.amount0Base).toBe(10n ** 18n + 5n);
  });
});

describe("refused", () => {
  const at = (input: object, range = { tickLower: -1_000, tickUpper: 1_000 }, balances = RICH) => {
    const entry = entryAmounts(named(false, 18, 6), input, {
      range: sqrtRange(1n << 96n, range),
      balances,
      slippageBps: 100,
    });
    return entry.ok ? "ok" : `${entry.code} ${entry.message}`;
  };

  test.each([
    ["no amount", {}, /^invalid_request amountA: give/],
    ["nothing of A", { amountA: "0" }, /^invalid_request amountA: .*more than 0/],
    ["nothing of B", { amountB: "0.0" }, /^invalid_request amountB: .*more than 0/],
    [
      "more decimals than the token has",
      { amountB: "0.0000001" },
      /^invalid_request amountB: .*7 decimals/,
    ],
    ["more than any amount", { amountA: "9".repeat(70) }, /^invalid_request amountA: .*larger/],
    [
      "more than a pool can take",
      { amountA: "9".repeat(30) },
      /^invalid_request .*larger than a pool/,
    ],
  ])("error: %s", (_, input, text) => expect(at(input)).toMatch(text));

  test("error: a range beyond the price takes the other token alone", () => {
    expect(at({ amountB: "1" }, { tickLower: 10, tickUpper: 20 })).toMatch(
      /amountA: .*takes ZERO alone/,
    );
    expect(at({ amountA: "1" }, { tickLower: -20, tickUpper: -10 })).toMatch(
      /amountB: .*takes ONE alone/,
    );
  });

  test("error: more than the vault holds, of either token", () => {
    const poor0 = { amount0Base: 10n ** 17n, amount1Base: 10n ** 30n };
    const poor1 = { amount0Base: 10n ** 30n, amount1Base: 5n };
    expect(at({ amountA: "1" }, undefined, poor0)).toMatch(
      /^insufficient_balance The vault holds 0.1 ZERO/,
    );
    expect(at({ amountA: "1" }, undefined, poor1)).toMatch(
      /^insufficient_balance The vault holds 0.000005 ONE/,
    );
  });
});
