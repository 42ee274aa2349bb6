import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sqrtRange } from "../../../src/liquidity/parse-range.ts";
import {
  feesOwed,
  positionAmounts,
  withinSlippage,
} from "../../../src/liquidity/position-amounts.ts";

/** Prices of the pools that onchain-vectors was observed in (local/chain/chain-pools.ts). */
const ETH_USDC = 3_961_407_134_865_513_764_005_748n;
const USDC_USDT = 79_148_942_266_679_461_889_338_504_702n;
const ethRange = sqrtRange(ETH_USDC, { tickLower: -200_000, tickUpper: -196_000 });
const MAX_LIQUIDITY = (1n << 127n) - 1n;

describe("amounts of the real contracts (onchain-vectors, lp.*: vault balance changes)", () => {
  it("default: minting takes, rounded up", () => {
    expect(positionAmounts.toAdd(ethRange, 2_000_000_000_000_000n)).toEqual({
      amount0Base: 3_950_187_712_645_536_527n,
      amount1Base: 9_154_707_209n,
    });
    expect(
      positionAmounts.toAdd(
        sqrtRange(USDC_USDT, { tickLower: -100, tickUpper: 100 }),
        100_000_000_000n,
      ),
    ).toEqual({
      amount0Base: 598_817_298n,
      amount1Base: 398_737_198n,
    });
    expect(positionAmounts.toAdd(ethRange, 100_000_000_000_000n)).toEqual({
      amount0Base: 197_509_385_632_276_827n,
      amount1Base: 457_735_361n,
    });
  });

  it("default: decreasing and burning give, rounded down", () => {
    expect(positionAmounts.toRemove(ethRange, 1_000_000_000_000_000n)).toEqual({
      amount0Base: 1_975_093_856_322_768_263n,
      amount1Base: 4_577_353_604n,
    });
    expect(positionAmounts.toRemove(ethRange, 2_000_000_000_000_000n)).toEqual({
      amount0Base: 3_950_187_712_645_536_526n,
      amount1Base: 9_154_707_208n,
    });
  });
});

const ticks = fc
  .tuple(fc.integer({ min: -887_272, max: 887_272 }), fc.integer({ min: -887_272, max: 887_272 }))
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ tickLower: Math.min(a, b), tickUpper: Math.max(a, b) }));
const price = fc.bigInt({
  min: 4_295_128_739n,
  max: 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n,
});
const amount = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
const liquidity = fc.bigInt({ min: 0n, max: MAX_LIQUIDITY });

describe("at every price and in every range", () => {
  it("behavior: what amounts pay for never takes more; one unit of liquidity more would", () => {
    fc.assert(
      fc.property(price, ticks, amount, amount, (at, range, amount0Base, amount1Base) => {
        const priced = sqrtRange(at, range);
        const most = positionAmounts.liquidityFor(priced, { amount0Base, amount1Base });
        const taken = positionAmounts.toAdd(priced, most);
        expect(taken.amount0Base <= amount0Base && taken.amount1Base <= amount1Base).toBe(true);
        const more = positionAmounts.toAdd(priced, most + 1n);
        expect(more.amount0Base > amount0Base || more.amount1Base > amount1Base).toBe(true);
      }),
    );
  });

  it("behavior: nothing comes out that did not go in, at most one unit stays behind a side", () => {
    fc.assert(
      fc.property(price, ticks, liquidity, (at, range, of) => {
        const priced = sqrtRange(at, range);
        const [taken, given] = [
          positionAmounts.toAdd(priced, of),
          positionAmounts.toRemove(priced, of),
        ];
        expect(taken.amount0Base - given.amount0Base).toBeOneOf([0n, 1n, 2n]);
        expect(taken.amount1Base - given.amount1Base).toBeOneOf([0n, 1n]);
      }),
    );
  });

  it("behavior: below its range a position is all currency0, above it all currency1", () => {
    fc.assert(
      fc.property(price, ticks, liquidity, (at, range, of) => {
        const priced = sqrtRange(at, range);
        const { amount0Base, amount1Base } = positionAmounts.toAdd(priced, of);
        if (at <= priced.sqrtLowerX96) expect(amount1Base).toBe(0n);
        if (at >= priced.sqrtUpperX96) expect(amount0Base).toBe(0n);
      }),
    );
  });

  it("behavior: a side that the range does not take does not limit the liquidity", () => {
    const above = sqrtRange(1n << 96n, { tickLower: 10, tickUpper: 20 });
    const below = sqrtRange(1n << 96n, { tickLower: -20, tickUpper: -10 });
    expect(
      positionAmounts.liquidityFor(above, { amount0Base: 10n ** 18n, amount1Base: 0n }),
    ).toBeGreaterThan(0n);
    expect(
      positionAmounts.liquidityFor(below, { amount0Base: 0n, amount1Base: 10n ** 18n }),
    ).toBeGreaterThan(0n);
    expect(positionAmounts.liquidityFor(above, { amount0Base: 0n, amount1Base: 10n ** 18n })).toBe(
      0n,
    );
  });
});

describe("bounds from slippage", () => {
  it("default: least is rounded down, most up, and nothing stays nothing", () => {
    const amounts = { amount0Base: 1_000_001n, amount1Base: 0n };
    expect(withinSlippage.least(amounts, 100)).toEqual({ amount0Base: 990_000n, amount1Base: 0n });
    expect(withinSlippage.most(amounts, 100)).toEqual({ amount0Base: 1_010_002n, amount1Base: 0n });
  });
});

describe("fees owed", () => {
  const Q128 = 1n << 128n;

  it("default: growth since the last touch, times liquidity, rounded down", () => {
    const growthInsideX128 = (7n * Q128) / 2n;
    expect(feesOwed({ liquidity: 3n, growthInsideX128, growthInsideLastX128: Q128 })).toBe(7n);
  });

  it("behavior: growth that has wrapped around 2^256 counts on", () => {
    const growthInsideLastX128 = (1n << 256n) - Q128;
    expect(feesOwed({ liquidity: 10n, growthInsideX128: Q128, growthInsideLastX128 })).toBe(20n);
  });
});
