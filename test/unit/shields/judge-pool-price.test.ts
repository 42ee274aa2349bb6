import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { judgePoolPrice, poolDistanceBps } from "../../../src/shields/judge-pool-price.ts";

/**
 * Square roots whose squares are exact: the pool at `price` thousandths of the oracle's squared.
 */
const ORACLE = 1_000n << 60n;
const at = (thousandths: bigint): bigint => thousandths << 60n;

describe("the pool's price against the oracle's", () => {
  test.each([
    // 1.05 squared is 10.25% above; 1/0.95 squared is 10.80% above the lower one.
    [1_000n, 500, 0],
    [1_050n, 1_025, 1_025],
    [950n, 1_081, 1_080],
    [1_100n, 2_100, 2_100],
  ])("behavior: %d thousandths pass a tolerance of %d bps", (price, toleranceBps, deltaBps) => {
    const judged = judgePoolPrice({ poolSqrtX96: at(price), oracleSqrtX96: ORACLE, toleranceBps });
    expect(judged).toEqual({ ok: true, value: { deltaBps, toleranceBps } });
  });

  test.each([
    [1_050n, 1_024],
    [950n, 1_080],
    [1_100n, 2_099],
  ])("error: %d thousandths do not pass one of %d bps", (price, toleranceBps) => {
    const judged = judgePoolPrice({ poolSqrtX96: at(price), oracleSqrtX96: ORACLE, toleranceBps });
    expect(!judged.ok && judged.message).toContain(`at most ${toleranceBps / 100}% is accepted`);
    expect(!judged.ok && judged.message).toMatch(/is \d{1,2}\.\d+% off|is \d{1,2}% off/);
    expect(judged).toMatchObject({
      ok: false,
      code: "swap_shield_blocked",
      details: {
        toleranceBps,
        poolSqrtPriceX96: String(at(price)),
        oracleSqrtPriceX96: String(ORACLE),
      },
    });
  });

  it("error: without a price nothing is compared", () => {
    const judged = [
      judgePoolPrice({ poolSqrtX96: 0n, oracleSqrtX96: ORACLE, toleranceBps: 5_000 }),
      judgePoolPrice({ poolSqrtX96: ORACLE, oracleSqrtX96: 0n, toleranceBps: 5_000 }),
    ];
    for (const one of judged) expect(!one.ok && one.message).toContain("no usable price");
    for (const one of judged)
      expect(one).toMatchObject({
        ok: false,
        code: "swap_shield_blocked",
        details: { reason: "ORACLE_ERROR" },
      });
  });

  it("behavior: prices that are worlds apart are a number all the same", () => {
    const prices = { poolSqrtX96: 4_295_128_739n, oracleSqrtX96: 1n << 159n };
    expect(poolDistanceBps(prices)).toBe(Number.MAX_SAFE_INTEGER);
    expect(poolDistanceBps({ poolSqrtX96: 10n, oracleSqrtX96: 20n })).toBe(30_000);
  });

  it("behavior: it does not matter which token is named first", () => {
    const price = fc.bigInt({ min: 4_295_128_739n, max: 1n << 160n });
    fc.assert(
      fc.property(price, price, fc.integer({ min: 50, max: 5_000 }), (a, b, toleranceBps) => {
        const passes = (poolSqrtX96: bigint, oracleSqrtX96: bigint) =>
          judgePoolPrice({ poolSqrtX96, oracleSqrtX96, toleranceBps }).ok;
        expect(passes(a, b)).toBe(passes(b, a));
      }),
    );
  });
});
