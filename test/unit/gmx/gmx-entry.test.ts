import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { gmxEntry } from "../../../src/gmx/gmx-entry.ts";
import type { GmxOrder } from "../../../src/gmx/gmx-position.ts";
import type { GmxPositionInfo } from "../../../src/gmx/gmx-reads.ts";
import { judgeGmxExit } from "../../../src/gmx/judge-gmx-exit.ts";
import type { GmxAccount } from "../../../src/gmx/read-gmx-account.ts";
import { perpAEntryAmounts, perpAExitAmounts } from "../../../src/tools/perp-a-entry-amounts.ts";
import { perpAMarket } from "../../../src/tools/perp-a-market.ts";

const USD = 10n ** 30n;
const [market, weth, usdc, other] = ["1", "2", "3", "4"].map(
  (digit) => `0x${digit.repeat(40)}`,
) as [Address, Address, Address, Address];
const dollar = { min: 10n ** 24n, max: 10n ** 24n };
const listed = {
  market,
  indexToken: weth,
  longToken: weth,
  shortToken: usdc,
  name: "ETH/USD [WETH-USDC]",
  isListed: true,
};
const LIMITS = { maxLeverage: 5 } as never;

/** 4,000 dollars long at 2,500 behind 2,000 USDC; closing costs 2.4. */
const held: GmxPositionInfo = {
  key: "0x01",
  position: {
    market,
    collateralToken: usdc,
    isLong: true,
    sizeUsd: 4_000n * USD,
    sizeTokens: 16n * 10n ** 17n,
    collateralBase: 2_000_000_000n,
  },
  ...{ increasedAtSec: 0n, decreasedAtSec: 0n, pnlUsd: 0n, impactUsd: 0n, collateralPrice: dollar },
  ...{
    closeFeeBase: 2_400_000n,
    borrowingBase: 0n,
    fundingBase: 0n,
    earnedLongBase: 0n,
    earnedShortBase: 0n,
  },
};
const waiting = (changes: Partial<GmxOrder> = {}): GmxOrder => ({
  ...{
    key: "0x02",
    market,
    collateralToken: usdc,
    isLong: true,
    orderType: 2,
    sizeDeltaUsd: 1_000n * USD,
  },
  ...{
    collateralDeltaBase: 500_000_000n,
    triggerPrice: 0n,
    acceptablePrice: 2_500n * 10n ** 12n,
    executionFeeWei: 0n,
  },
  ...{ minOutputBase: 0n, validFromSec: 0n, updatedAtSec: 0n, isFrozen: false, autoCancel: false },
  ...changes,
});
const account = (changes: Partial<GmxAccount> = {}) =>
  ({
    ...{ markets: [listed], positions: [], orders: [], minCollateralUsd: USD, minPositionUsd: USD },
    tokens: new Map([
      [weth, { symbol: "ETH", decimals: 18 }],
      [usdc, { symbol: "USDC", decimals: 6 }],
    ]),
    risks: new Map([
      [
        market,
        {
          minCollateral: USD / 100n,
          minCollateralForLiquidation: USD / 200n,
          maxImpact: 0n,
          feeFactor: (USD * 6n) / 10_000n,
        },
      ],
    ]),
    ...changes,
  }) as unknown as GmxAccount;
const order = {
  ...{
    market,
    collateralToken: usdc,
    isLong: true,
    sizeDeltaUsd: 4_000n * USD,
    collateralDeltaBase: 2_000_000_000n,
  },
  ...{ acceptablePrice: 2_500n * 10n ** 12n, indexToken: weth, collateralPrice: dollar },
};

describe("gmxEntry", () => {
  test("default: a new position after its fee, and where it would be liquidated", () => {
    const entry = gmxEntry(order, account());
    // 2.4 of fee and a unit of rounding; 20 of least collateral and 2.4 to close against 1,997.6:
    // (4,000 + 22.4 - 1,997.599999) / 1.6 ETH.
    expect(entry).toEqual({
      ok: true,
      value: {
        ...{
          addedCollateral: 2_000n * USD,
          totalNotional: 4_000n * USD,
          acceptablePrice: 2_500n * 10n ** 12n,
        },
        position: { size: 4_000n * USD, collateral: 1_997_599_999n * 10n ** 24n, isLong: true },
        liquidationPrice: 1_265_500_000_625_000n,
      },
    });
  });

  test("behavior: a position's riskiest wait counts, others total, losses off collateral", () => {
    const elsewhere = waiting({ market: other, sizeDeltaUsd: 300n * USD });
    const entry = gmxEntry(
      order,
      account({
        positions: [{ ...held, pnlUsd: -100n * USD }],
        orders: [waiting(), elsewhere, waiting({ orderType: 6 })],
      }),
    );
    if (!entry.ok) throw new Error(entry.message);
    expect(entry.value).toMatchObject({
      totalNotional: 9_300n * USD,
      // 8,000 behind 3,895.199999: the increase would lower that, the stop loss that takes 500 with
      // 1,000 raises it.
      position: {
        size: 7_000n * USD,
        collateral: (3_997_599_999n - 102_400_000n - 500_000_000n) * 10n ** 24n,
      },
    });
  });

  test("behavior: collateral waiting to be taken is gone, waiting to be added is absent", () => {
    const taking = waiting({ orderType: 4, sizeDeltaUsd: 0n, collateralDeltaBase: 1_000_000_000n });
    const adding = waiting({ sizeDeltaUsd: 0n, collateralDeltaBase: 1_000_000_000n });
    const behind = (orders: GmxOrder[]) => {
      const entry = gmxEntry(order, account({ positions: [held], orders }));
      return entry.ok && entry.value.position;
    };
    // Both collaterals, less the new order's fee and what a close costs.
    const alone = 4_000_000_000n - 2_400_001n - 2_400_000n;
    expect(behind([])).toMatchObject({ size: 8_000n * USD, collateral: alone * 10n ** 24n });
    expect(behind([taking])).toMatchObject({ collateral: (alone - 1_000_000_000n) * 10n ** 24n });
    expect(behind([taking, taking])).toMatchObject({
      collateral: (alone - 2_000_000_000n) * 10n ** 24n,
    });
    expect(behind([adding])).toMatchObject({ collateral: alone * 10n ** 24n });
    // A stop loss over all of it, and one in proportion to a lower leverage, take nothing that this
    // order needs.
    const whole = waiting({ orderType: 6, sizeDeltaUsd: 8_000n * USD, collateralDeltaBase: 0n });
    expect(behind([whole])).toMatchObject({ size: 8_000n * USD, collateral: alone * 10n ** 24n });
  });

  test("error: below the minimum of size or collateral, and beyond 32 positions", () => {
    expect(gmxEntry({ ...order, sizeDeltaUsd: USD / 2n }, account())).toMatchObject({
      code: "perp_below_minimum",
    });
    expect(gmxEntry({ ...order, collateralDeltaBase: 3_000_000n }, account())).toMatchObject({
      code: "perp_below_minimum",
    });
    const many = Array.from({ length: 31 }, () => ({
      ...held,
      position: { ...held.position, market: other },
    }));
    expect(gmxEntry(order, account({ positions: many }))).toMatchObject({ ok: true });
    const ordered = [waiting({ isLong: false })];
    expect(gmxEntry(order, account({ positions: many, orders: ordered }))).toMatchObject({
      ...{ code: "perp_action_forbidden", details: { positions: 32, most: 32 } },
    });
  });
});

describe("judgeGmxExit", () => {
  const exit = (changes: object, info = held, orders: GmxOrder[] = []) =>
    judgeGmxExit(
      {
        kind: "gmxDecrease",
        ...order,
        orderType: 4,
        sizeDeltaUsd: 0n,
        collateralDeltaBase: 0n,
        ...changes,
      } as never,
      account({ positions: [info], orders }),
      LIMITS,
    );
  test("default: smaller is never held up, however bad it stands", () => {
    const ruined = { ...held, pnlUsd: -1_990n * USD };
    for (const info of [held, ruined])
      for (const changes of [
        { sizeDeltaUsd: 4_000n * USD },
        { sizeDeltaUsd: 2_000n * USD },
        { sizeDeltaUsd: 4_000n * USD, orderType: 6 },
      ])
        expect(exit(changes, info)).toEqual({ ok: true, value: undefined });
    expect(exit({ sizeDeltaUsd: 2_000n * USD, collateralDeltaBase: 1_000_000_000n })).toMatchObject(
      { ok: true },
    );
  });
  test("error: collateral beyond the leverage limit or what there is, another position", () => {
    // 1,997.6 less 1,197.6 leave 800: five times.
    expect(exit({ collateralDeltaBase: 1_197_600_000n })).toMatchObject({ ok: true });
    expect(exit({ collateralDeltaBase: 1_197_600_001n })).toMatchObject({
      code: "perp_limit_exceeded",
      details: { allowed: 5 },
    });
    expect(exit({ sizeDeltaUsd: 4_001n * USD })).toMatchObject({ code: "invalid_request" });
    expect(exit({ isLong: false })).toMatchObject({ code: "perp_position_not_found" });
  });
});

describe("collateral past the vault's leverage", () => {
  const E6 = 1_000_000n;
  /** The most that an exit may take, to the unit; by the refusal of one unit more. */
  const most = (changes: Partial<GmxOrder>, orders: GmxOrder[] = [], info = held) => {
    const judged = (collateralDeltaBase: bigint) =>
      judgeGmxExit(
        { ...waiting({ orderType: 4, sizeDeltaUsd: 0n }), ...changes, collateralDeltaBase },
        account({ positions: [info], orders }),
        LIMITS,
      );
    const over = judged(1_999n * E6);
    const base = BigInt(over.ok ? -1 : String(over.details?.mostCollateralBase));
    expect(judged(base)).toMatchObject({ ok: true });
    expect(judged(base + 1n)).toMatchObject({
      code: "perp_limit_exceeded",
      details: { limit: "maxLeverage" },
    });
    return base;
  };
  // 1,997.6 behind 4,000; at five times 800 have to stay.

  test("attack: a resting take profit of a dollar takes no more than a market order", () => {
    const resting = { orderType: 5, sizeDeltaUsd: USD, triggerPrice: 2_525n * 10n ** 12n };
    expect(most(resting)).toBe(1_197_800_000n);
    // 3,750 stay and need 750. At its own price the position has gained 160, but what stands behind
    // it now is less.
    expect(most({ ...resting, sizeDeltaUsd: 250n * USD, triggerPrice: 2_600n * 10n ** 12n })).toBe(
      1_247_600_000n,
    );
  });

  test("behavior: a stop loss is judged where executed: what is lost until then is absent", () => {
    const stop = { orderType: 6, sizeDeltaUsd: 2_000n * USD, triggerPrice: 2_300n * 10n ** 12n };
    // 320 less: 1,677.6 behind 4,000, of which 2,000 stay and need 400.
    expect(most(stop)).toBe(1_277_600_000n);
  });

  test("attack: two halves: what the first will take is gone for the second", () => {
    const half = waiting({ orderType: 4, sizeDeltaUsd: 0n, collateralDeltaBase: 900n * E6 });
    expect(most({}, [half])).toBe(297_600_000n);
    expect(most({}, [half, half])).toBe(0n);
    expect(most({}, [{ ...half, orderType: 5, triggerPrice: 2_525n * 10n ** 12n }])).toBe(
      297_600_000n,
    );
    // In proportion to the size it was fine alone; with the half that waits it is not.
    expect(most({ sizeDeltaUsd: 2_000n * USD }, [half])).toBe(697_600_000n);
  });

  test("behavior: a waiting entry needs its share; one bringing collateral gives none", () => {
    // 4,000 with 100 behind them, less a fee of 2.4: 702.4 are missing to five times.
    expect(
      most({}, [waiting({ sizeDeltaUsd: 4_000n * USD, collateralDeltaBase: 100n * E6 })]),
    ).toBe(495_200_000n);
    expect(most({}, [waiting({ sizeDeltaUsd: 0n, collateralDeltaBase: 900n * E6 })])).toBe(
      1_197_600_000n,
    );
  });

  test("behavior: size alone is never refused; above five times a share of the rest may go", () => {
    const ruined = { ...held, pnlUsd: -1_990n * USD };
    const everything = waiting({
      orderType: 4,
      sizeDeltaUsd: 0n,
      collateralDeltaBase: 1_990n * E6,
    });
    for (const orderType of [4, 5, 6])
      for (const info of [held, ruined]) {
        const call = {
          ...waiting(),
          orderType,
          sizeDeltaUsd: USD,
          collateralDeltaBase: 0n,
          triggerPrice: USD / 10n ** 15n,
        };
        expect(
          judgeGmxExit(call, account({ positions: [info], orders: [everything] }), LIMITS),
        ).toMatchObject({
          ok: true,
        });
      }
    // 7.6 behind 4,000: half of it with half of the size.
    expect(most({ sizeDeltaUsd: 2_000n * USD }, [], ruined)).toBe(3_800_000n);
  });
});

describe("arguments", () => {
  const around = { decimals: 6, price: 10n ** 24n, existing: undefined };
  const existing = { sizeUsd: 4_000n * USD, collateralUsd: 2_000n * USD };
  test.each([
    [{ collateralAmount: "100", leverage: "2.5" }, undefined, 250n, 100_000_000n],
    [{ notionalUsd: "1000", leverage: "4" }, undefined, 1_000n, 250_000_000n],
    [{ sizeDeltaUsd: "1000", collateralAmount: "300" }, undefined, 1_000n, 300_000_000n],
    [{ notionalUsd: "1000" }, existing, 1_000n, 500_000_000n],
    [{ sizeDeltaUsd: "1000" }, existing, 1_000n, 0n],
    [{ collateralAmount: "7" }, existing, 0n, 7_000_000n],
    [{ sizeDeltaUsd: "0", collateralAmount: "7" }, existing, 0n, 7_000_000n],
  ])("default: %j", (given, position, dollars, collateralDeltaBase) => {
    expect(perpAEntryAmounts(given, { ...around, existing: position })).toEqual({
      ...{ ok: true, value: { sizeDeltaUsd: dollars * USD, collateralDeltaBase } },
    });
  });
  test.each([
    {},
    { leverage: "2" },
    { notionalUsd: "5" },
    { collateralAmount: "5" },
    { sizeDeltaUsd: "0", collateralAmount: "5" },
    { notionalUsd: "5", sizeDeltaUsd: "5", leverage: "1" },
    { notionalUsd: "5", collateralAmount: "5", leverage: "1" },
    { notionalUsd: "5", leverage: "0" },
    { collateralAmount: "1e3", leverage: "2" },
  ])("error: %j opens nothing", (given) => {
    expect(perpAEntryAmounts(given, around)).toMatchObject({ code: "invalid_request" });
  });
  test.each([
    ["all", undefined, 4_000n, 0n],
    ["25%", undefined, 1_000n, 500_000_000n],
    ["1000", undefined, 1_000n, 500_000_000n],
    ["1000", "1", 1_000n, 1_000_000n],
    ["0", "50", 0n, 50_000_000n],
  ])(
    "default: close %s, taking %s back",
    (sizeDeltaUsd, collateralDeltaAmount, dollars, collateralDeltaBase) => {
      expect(
        perpAExitAmounts(
          { sizeDeltaUsd, collateralDeltaAmount },
          { info: held, decimals: 6, isMarket: true },
        ),
      ).toEqual({
        ...{ ok: true, value: { sizeDeltaUsd: dollars * USD, collateralDeltaBase } },
      });
    },
  );
});

describe("perpAMarket", () => {
  const old: Address = `0x${"5".repeat(40)}`;
  const wide = { ...listed, market: other, longToken: other, name: "ETH/USD [wstETH-USDC]" };
  const known = account({
    markets: [
      wide,
      listed,
      { ...listed, market: usdc, indexToken: old, name: "OLD/USD", isListed: false },
    ],
    tokens: new Map([
      [weth, { symbol: "ETH", decimals: 18 }],
      [usdc, { symbol: "USDC", decimals: 6 }],
      [other, { symbol: "wstETH", decimals: 18 }],
      [old, { symbol: "OLD", decimals: 6 }],
    ]),
  });
  test("default: by symbol, pair, name, address; of several, behind WETH and USDC or held", () => {
    for (const text of ["ETH", "eth/usd", "ETH-PERP", "ETH/USD [WETH-USDC]", market])
      expect(perpAMarket(known, text)).toMatchObject({
        ok: true,
        value: { market, indexDecimals: 18 },
      });
    expect(perpAMarket(known, "ETH", [other])).toMatchObject({ value: { market: other } });
    expect(perpAMarket(known, other)).toMatchObject({ value: { market: other } });
    // A position is found in a market that GMX lists no longer.
    expect(perpAMarket(known, "OLD", [usdc])).toMatchObject({ value: { market: usdc } });
  });
  test("attack: a market is what its own tokens are, whatever a list calls it", () => {
    const tokens = new Map([
      [weth, { symbol: "ETH", decimals: 18 }],
      [usdc, { symbol: "USDC", decimals: 6 }],
      [other, { symbol: "BTC.v2", decimals: 8 }],
    ]);
    const btc = {
      ...listed,
      market: other,
      indexToken: other,
      longToken: other,
      name: "ETH/USD [WETH-USDC]",
    };
    const swapped = account({ markets: [btc, { ...listed, name: "BTC/USD [BTC-USDC]" }], tokens });
    for (const text of ["ETH", "eth/usd", "ETH/USD [ETH-USDC]"])
      expect(perpAMarket(swapped, text)).toMatchObject({
        ok: true,
        value: { market, symbol: "ETH" },
      });
    expect(perpAMarket(swapped, "BTC")).toMatchObject({
      value: { market: other, symbol: "BTC", indexDecimals: 8 },
    });
    expect(perpAMarket(swapped, "BTC/USD [BTC-USDC]")).toMatchObject({
      code: "perp_market_unknown",
    });
  });
  test("error: none, one that is no longer listed, several alike", () => {
    for (const text of ["BTC", "OLD", usdc])
      expect(perpAMarket(known, text)).toMatchObject({ code: "perp_market_unknown" });
    const alike = account({ markets: [listed, { ...listed, market: other, name: "ETH/USD.v2" }] });
    expect(perpAMarket(alike, "ETH")).toMatchObject({
      code: "perp_market_unknown",
      details: { markets: expect.any(Array) },
    });
  });
});
