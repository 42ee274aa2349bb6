import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { checkGmxOrder } from "../../../src/gmx/check-gmx-order.ts";
import { gmxExitFigures } from "../../../src/gmx/gmx-exit-figures.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import type { CallRule } from "../../../src/kinds/protocol.ts";
import { judgeGrantExit } from "../../../src/pipeline/judge-grant-exit.ts";
import { asksOwner, judgeGrant } from "../../../src/pipeline/spend-of-call.ts";
import { stakingCode } from "../../../src/protocols/staking-code.ts";

const byAgent = {
  grant: { scope: "trade" },
  executionMode: "delegated",
} as unknown as ExecutionContext;
const told = (markBase: bigint, leastBase: bigint, ctx = byAgent): unknown => {
  const judged = judgeGrantExit(ctx, { markBase, leastBase });
  return judged.ok ? judged.value : asksOwner(judged) && "asks";
};

describe("judgeGrantExit", () => {
  test.each<[string, bigint, bigint, string]>([
    ["98.99%", 10_000n, 9_899n, "asks"],
    ["a unit below 99%", 10n ** 60n, 99n * 10n ** 58n - 1n, "asks"],
    ["99%", 10_000n, 9_900n, "0"],
    ["100%", 10_000n, 10_000n, "0"],
    ["better than the mark", 10_000n, 12_000n, "0"],
    // 99% of 199 are 197.01.
    ["what no whole unit is 99% of", 199n, 197n, "asks"],
    ["a whole unit above it", 199n, 198n, "0"],
    ["nothing at least", 1n, 0n, "asks"],
    ["less than nothing", 0n, -1n, "asks"],
    ["a mark below nothing", -1n, 0n, "asks"],
    ["no price, and all to the vault", 0n, 0n, "0"],
  ])("behavior: %s of the mark", (_, markBase, leastBase, answer) => {
    expect(told(markBase, leastBase)).toBe(answer);
  });

  test("error: a figureless way out waits for the owner, as does a call no limit counts", () => {
    const unknown = judgeGrantExit(byAgent, undefined);
    expect(!unknown.ok && asksOwner(unknown)).toBe(true);
    for (const call of [undefined, { venue: "hyperliquid", gives: [], buys: [] } as const]) {
      const judged = judgeGrant(byAgent, call, { isExit: false });
      expect(!judged.ok && asksOwner(judged)).toBe(true);
    }
    expect(judgeGrant(byAgent, undefined, { isExit: true }).ok).toBe(true);
    const entry = judgeGrant(
      byAgent,
      { venue: "hyperliquid", gives: [], buys: [] },
      { isExit: true },
    );
    expect(entry.ok).toBe(false);
  });

  test("default: the owner's own, a transaction to sign, a card tried meet no grant", () => {
    for (const changes of [
      { grant: undefined },
      { executionMode: "manual" },
      { offered: { unnamed: [] } },
    ])
      expect(told(10_000n, 0n, { ...byAgent, ...changes } as ExecutionContext)).toBe(undefined);
  });
});

describe("what has no price", () => {
  const plan = {} as CallPlan;

  test("default: stake, rewards and what is claimed at GMX come back to the vault", async () => {
    const { undelegateStake, unstake, claimStakingRewards, stake } = stakingCode.rules;
    const free = { ok: true, value: { beside: { exit: { markBase: 0n, leastBase: 0n } } } };
    for (const rule of [undelegateStake, unstake, claimStakingRewards] as CallRule[])
      expect(await rule.check?.(byAgent, { kind: "unstake" }, plan)).toEqual(free);
    expect(stake.check).toBe(undefined);
    const claim = { markets: [], tokens: [], timeKeys: [], receiver: market };
    for (const kind of ["gmxClaimFunding", "gmxClaimCollateral"] as const)
      expect(await checkGmxOrder(byAgent, { kind, ...claim }, plan)).toEqual(free);
  });
});

const [market, weth, usdc] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
];
const USD = 10n ** 30n;
/** Dollars for one ETH of 18 decimals. */
const at = (cents: bigint) => cents * 10n ** 10n;
const gas = { base: 0n, perOraclePrice: 0n, multiplier: USD, increase: 0n, decrease: 1_000_000n };

/**
 * 4,000 dollars long or short of 1.6 ETH, entered at 2,500, behind 2,000 USDC; GMX's price is 2,499
 * to 2,500.
 */
const account = (isLong: boolean, changes: object = {}) =>
  ({
    markets: [{ market, indexToken: weth }],
    tickers: new Map([[weth, { min: at(249_900n), max: at(250_000n), updatedAtMs: 0 }]]),
    positions: [
      {
        position: {
          ...{ market, collateralToken: usdc, isLong, sizeUsd: 4_000n * USD },
          ...{ sizeTokens: 16n * 10n ** 17n, collateralBase: 2_000_000_000n },
        },
      },
    ],
    gas,
    ...changes,
  }) as never;
const close = (isLong: boolean, acceptablePrice: bigint, changes: object = {}) => ({
  ...{ market, collateralToken: usdc, isLong, orderType: 4, sizeDeltaUsd: 2_000n * USD },
  ...{ collateralDeltaBase: 1_000_000_000n, acceptablePrice },
  ...changes,
});
/** A million units of gas at 0.4 gwei are 0.0004 ETH, a dollar. */
const fee = { gasPriceWei: 400_000_000n, feeToken: weth };

describe("a market decrease at GMX", () => {
  test("default: half of it by the acceptable price, less the keeper's fee", () => {
    // 0.8 ETH are 2,000 at 2,500 and 1,980 at 2,475; a short that buys at 2,524 pays 25 more than
    // 2,499 for each ETH.
    expect(gmxExitFigures(close(true, at(247_500n)), account(true), fee)).toEqual({
      markBase: 2_000n * USD,
      leastBase: 1_979n * USD,
    });
    expect(gmxExitFigures(close(false, at(252_400n)), account(false), fee)).toEqual({
      markBase: (19_992n * USD) / 10n,
      leastBase: (19_792n * USD) / 10n - USD,
    });
  });

  test("security: a close of a dollar does not bear the fee of its keeper", () => {
    const dollar = { sizeDeltaUsd: USD, collateralDeltaBase: 0n };
    const figures = gmxExitFigures(close(true, at(250_000n), dollar), account(true), fee);
    expect(told(figures!.markBase, figures!.leastBase)).toBe("asks");
    const whole = gmxExitFigures(close(true, at(248_750n)), account(true), fee);
    expect(told(whole!.markBase, whole!.leastBase)).toBe("0");
  });

  test.each<[string, object, object?]>([
    ["a take profit rests", { orderType: 5 }],
    ["a stop loss rests", { orderType: 6 }],
    ["more collateral than its share", { collateralDeltaBase: 1_000_000_001n }],
    ["collateral alone", { sizeDeltaUsd: 0n, collateralDeltaBase: 1n }],
    ["no position", { market: weth }],
    ["no mark", {}, { tickers: new Map() }],
    ["no market", {}, { markets: [] }],
  ])("error: without figures where it is %s", (_, changes, around) => {
    expect(gmxExitFigures(close(true, at(250_000n), changes), account(true, around), fee)).toBe(
      undefined,
    );
  });
});
