import fc from "fast-check";
import { type Address, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { positionAfter } from "../../../src/gmx/gmx-entry.ts";
import { gmxKeys } from "../../../src/gmx/gmx-keys.ts";
import { gmxPosition } from "../../../src/gmx/gmx-position.ts";
import { gmxScale } from "../../../src/gmx/gmx-scale.ts";
import sdk from "./sdk-figures.data.json" with { type: "json" };

const figures = sdk.cases.map((one) => {
  const position = {
    ...{ market: zeroAddress, collateralToken: zeroAddress, isLong: one.isLong },
    ...{
      sizeUsd: BigInt(one.sizeUsd),
      sizeTokens: BigInt(one.sizeTokens),
      collateralBase: BigInt(one.collateralBase),
    },
  };
  const owedUsd = BigInt(one.borrowingUsd) + BigInt(one.fundingUsd);
  const margin = {
    collateralPrice: BigInt(one.collateralPrice),
    costsUsd: owedUsd + gmxScale.part(position.sizeUsd, BigInt(one.feeFactor)),
    minCollateralFactor: BigInt(one.minCollateralFactor),
    maxImpactFactor: BigInt(one.maxImpactFactor),
    minCollateralUsd: 10n ** 30n,
    isIndexCollateral: one.isIndexCollateral,
  };
  return { ...one, position, margin, owedUsd, whole: 10n ** BigInt(one.indexDecimals) };
});

describe("gmxPosition", () => {
  test("default: the liquidation price is what GMX's SDK says", () => {
    for (const { position, margin, whole, expected } of figures) {
      const price = gmxPosition.liquidationPrice(position, margin);
      expect(price === null ? null : (price * whole).toString()).toBe(expected.liquidationPrice30);
    }
  });

  test("default: entry price, PnL and leverage are what GMX's SDK says", () => {
    for (const { position, margin, owedUsd, whole, mark, expected } of figures) {
      // The SDK divides after scaling up: what it has more are the digits that ours cuts off.
      const entry = BigInt(expected.entryPrice30);
      expect(gmxPosition.entryPrice(position)).toBe(entry / whole);
      const pnl = gmxPosition.pnlUsd(position, BigInt(mark));
      expect(pnl.toString()).toBe(expected.pnlUsd);
      const remaining =
        gmxScale.usdOf(position.collateralBase, margin.collateralPrice) + pnl - owedUsd;
      expect(gmxPosition.leverageBps(position.sizeUsd, remaining)?.toString() ?? null).toBe(
        expected.leverageBps,
      );
    }
  });

  test("error: nothing is liquidated where no price does it", () => {
    const short = { market: zeroAddress, collateralToken: zeroAddress, isLong: false } as const;
    const margin = {
      ...{ collateralPrice: 2_500n * 10n ** 12n, costsUsd: 0n, maxImpactFactor: 0n },
      ...{ minCollateralFactor: 10n ** 28n, minCollateralUsd: 0n, isIndexCollateral: true },
    };
    const covered = {
      ...short,
      sizeUsd: 2_500n * 10n ** 30n,
      sizeTokens: 10n ** 18n,
      collateralBase: 10n ** 18n,
    };
    expect(gmxPosition.liquidationPrice(covered, margin)).toBeNull();
    expect(
      gmxPosition.liquidationPrice({ ...covered, sizeUsd: 0n, sizeTokens: 0n }, margin),
    ).toBeNull();
    expect(gmxPosition.leverageBps(1n, 0n)).toBeNull();
  });

  test("default: more collateral takes liquidation further away, as does less owed", () => {
    const more = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(fc.constantFrom(...figures), more, ({ position, margin }, added) => {
        const [before, richer, cheaper] = [
          gmxPosition.liquidationPrice(position, margin),
          gmxPosition.liquidationPrice(
            { ...position, collateralBase: position.collateralBase + added },
            margin,
          ),
          gmxPosition.liquidationPrice(position, { ...margin, costsUsd: 0n }),
        ];
        for (const after of [richer, cheaper])
          if (before !== null && after !== null)
            expect(
              position.isLong ? after <= before : after >= before || margin.isIndexCollateral,
            ).toBe(true);
      }),
    );
  });
});

describe("positionAfter", () => {
  test("default: longs buy tokens at price rounded down, shorts owe up, fee off collateral", () => {
    const empty = {
      ...{ market: zeroAddress, collateralToken: zeroAddress, isLong: true },
      ...{ sizeUsd: 0n, sizeTokens: 0n, collateralBase: 0n },
    };
    const order = { sizeDeltaUsd: 1_000n, collateralDeltaBase: 500n, feeBase: 3n };
    const after = positionAfter(empty, order, 300n);
    expect(after).toMatchObject({ sizeUsd: 1_000n, sizeTokens: 3n, collateralBase: 497n });
    expect(positionAfter({ ...empty, isLong: false }, order, 300n).sizeTokens).toBe(4n);
    expect(positionAfter(after, { ...order, sizeDeltaUsd: 0n }, 300n)).toMatchObject({
      ...{ sizeUsd: 1_000n, sizeTokens: 3n, collateralBase: 994n },
    });
  });
});

describe("gmxKeys", () => {
  test("default: each key is the one of GMX's SDK", () => {
    const [market, token, account] = [sdk.market, sdk.token, sdk.account] as Address[] as [
      Address,
      Address,
      Address,
    ];
    const { keys } = sdk;
    expect({
      MIN_COLLATERAL_FACTOR: gmxKeys.minCollateralFactor(market),
      MIN_COLLATERAL_FACTOR_FOR_LIQUIDATION: gmxKeys.minCollateralFactorForLiquidation(market),
      MAX_IMPACT_LIQ: gmxKeys.maxLiquidationImpact(market),
      POSITION_FEE_FACTOR_true: gmxKeys.positionFeeFactor(market, true),
      POSITION_FEE_FACTOR_false: gmxKeys.positionFeeFactor(market, false),
      IS_MARKET_DISABLED: gmxKeys.isMarketDisabled(market),
      CLAIMABLE_FUNDING_AMOUNT: gmxKeys.claimableFunding({ market, token, account }),
      MIN_COLLATERAL_USD_KEY: gmxKeys.setting("MIN_COLLATERAL_USD"),
      MIN_POSITION_SIZE_USD_KEY: gmxKeys.setting("MIN_POSITION_SIZE_USD"),
      ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1: gmxKeys.setting("ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1"),
      ESTIMATED_GAS_FEE_PER_ORACLE_PRICE: gmxKeys.setting("ESTIMATED_GAS_FEE_PER_ORACLE_PRICE"),
      ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR: gmxKeys.setting("ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR"),
      INCREASE_ORDER_GAS_LIMIT_KEY: gmxKeys.setting("INCREASE_ORDER_GAS_LIMIT"),
      HASHED_POSITION: gmxKeys.position(account, market, token, true),
    }).toEqual(keys);
  });
});
