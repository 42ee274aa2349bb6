import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PERP_LIMITS, type PerpLimits } from "../../../schemas/perp-limits.ts";
import type { HyperliquidOrder } from "../../../src/calldata/hyperliquid-call.ts";
import { type AroundOrder, entryOf } from "../../../src/hyperliquid/entry-of.ts";
import { judgePerpEntry } from "../../../src/shields/judge-perp-entry.ts";

const E8 = 100_000_000n;
const usd = (whole: number) => BigInt(Math.round(whole * 1e6));
const LIMITS = Object.fromEntries(
  Object.entries(PERP_LIMITS).map(([name, { default: value }]) => [name, value]),
) as PerpLimits;

const order = (changes: Partial<HyperliquidOrder> = {}): HyperliquidOrder => ({
  ...{
    kind: "hlOrder",
    asset: 1,
    isBuy: true,
    limitPriceE8: 3_000n * E8,
    sizeE8: E8,
    reduceOnly: false,
  },
  ...{ tif: "gtc", cloid: 1n },
  ...changes,
});
/**
 * 10,000 USDC of value, 1,000 of it at the venue; ETH at 3,000 with four decimals of size and at
 * most 25 times.
 */
const around = (changes: Partial<AroundOrder> = {}): AroundOrder => ({
  navBase: usd(10_000),
  margin: { accountValueBase: usd(1_000), marginUsedBase: 0n, notionalBase: 0n },
  position: { sizeLots: 0n, isIsolated: false },
  market: { szDecimals: 4, maxLeverage: 25, onlyIsolated: false },
  ...{ markPrice: 300_000n, restingBase: 0n, priceAgeSec: 0 },
  ...changes,
});
const judged = (wanted: HyperliquidOrder, where: AroundOrder = around()) => {
  const entry = entryOf(wanted, where);
  if (entry === undefined) return "smaller";
  const verdict = judgePerpEntry(LIMITS, entry);
  return verdict.ok
    ? verdict.value
    : verdict.details?.limit === undefined
      ? verdict.code
      : verdict.details.limit;
};

describe("an order's effect on the account", () => {
  test("default: 3,000 on 1,000 is three times, and all of the account is what it risks", () => {
    expect(judged(order())).toMatchObject({
      ...{ leverageHundredths: "301", collateralBps: "1000", notionalBps: "3001" },
    });
  });

  test("behavior: on both sides of each limit", () => {
    const rich = { accountValueBase: usd(10_000), marginUsedBase: 0n, notionalBase: 0n };
    const wealthy = around({ navBase: usd(100_000), margin: rich });
    const of = (whole: number) => order({ sizeE8: BigInt(Math.round(whole * 1e4)) * 10_000n });
    expect(judged(of(3), wealthy)).toMatchObject({ leverageHundredths: "91" });
    // 10,000 of account value is a tenth of the value: up to five times of it.
    expect(judged(of(16.6), around({ navBase: usd(101_000), margin: rich }))).toMatchObject({
      leverageHundredths: "499",
    });
    expect(judged(of(16.7), around({ navBase: usd(101_000), margin: rich }))).toBe("maxLeverage");
    expect(judged(of(4), around({ navBase: usd(90_000), margin: rich }))).toBe("maxCollateralBps");
    const large = {
      accountValueBase: usd(9_000),
      marginUsedBase: usd(800),
      notionalBase: usd(20_000),
    };
    expect(judged(of(0.3), around({ navBase: usd(10_000), margin: large }))).toBe("maxNotionalBps");
  });

  test("behavior: orders that rest count as if they were filled", () => {
    const wealthy = { accountValueBase: usd(2_000), marginUsedBase: 0n, notionalBase: 0n };
    const nav = usd(30_000);
    expect(judged(order(), around({ navBase: nav, margin: wealthy }))).toMatchObject({
      leverageHundredths: "151",
    });
    expect(
      judged(order(), around({ navBase: nav, margin: wealthy, restingBase: usd(7_001) })),
    ).toBe("maxLeverage");
  });

  test("behavior: an old price, one that is off, and an empty account are refused", () => {
    expect(judged(order(), around({ priceAgeSec: 60, navBase: usd(20_000) }))).toMatchObject({
      priceAgeSec: 60,
    });
    expect(judged(order(), around({ priceAgeSec: 61 }))).toBe("perp_price_stale");
    expect(judged(order({ limitPriceE8: 3_061n * E8 }))).toBe("perp_price_off");
    expect(judged(order({ isBuy: false, limitPriceE8: 2_939n * E8 }))).toBe("perp_price_off");
    const empty = { accountValueBase: 0n, marginUsedBase: 0n, notionalBase: 0n };
    expect(judged(order(), around({ margin: empty }))).toBe("nav_shield_blocked");
  });

  test("behavior: what shrinks a position has to say so; what turns it is judged as new", () => {
    const held = (sizeLots: bigint) => around({ position: { sizeLots, isIsolated: false } });
    expect(entryOf(order(), held(-20_000n))).toBeUndefined();
    expect(entryOf(order(), held(-10_000n))).toBeUndefined();
    expect(entryOf(order({ isBuy: false }), held(10_001n))).toBeUndefined();
    expect(entryOf(order({ sizeE8: 3n * E8 }), held(-20_000n))?.position).toMatchObject({
      isLong: true,
    });
  });

  test("behavior: a lone position at its liquidation price has left what must be kept", () => {
    const size = fc.bigInt({ min: 1n, max: 10_000n });
    const equity = fc.bigInt({ min: 1n, max: 100_000n });
    fc.assert(
      fc.property(
        size,
        equity,
        fc.boolean(),
        fc.integer({ min: 3, max: 50 }),
        (hundredths, dollars, isBuy, most) => {
          const entry = entryOf(
            order({ isBuy, sizeE8: (hundredths * E8) / 100n }),
            around({
              margin: {
                accountValueBase: dollars * 1_000_000n,
                marginUsedBase: 0n,
                notionalBase: 0n,
              },
              market: { szDecimals: 4, maxLeverage: most, onlyIsolated: false },
            }),
          );
          const price = entry?.liquidationPrice;
          const [coins, funds] = [Number(hundredths) / 100, Number(dollars)];
          // Reckoned anew in dollars: equity + side * (p - 3000) * size = size * p / (2 * most).
          const side = isBuy ? 1 : -1;
          const expected = (side * 3_000 * coins - funds) / (coins * (side - 1 / (2 * most)));
          if (price === null || price === undefined) {
            expect(expected).toBeLessThanOrEqual(1e-6);
            return;
          }
          expect(Math.abs(Number(price) / 1e8 - expected)).toBeLessThan(0.01 + (2e-6 / coins) * 2);
          // Never told as farther away than it is.
          expect(side * (expected - Number(price) / 1e8)).toBeLessThan(1e-6);
        },
      ),
    );
  });
});
