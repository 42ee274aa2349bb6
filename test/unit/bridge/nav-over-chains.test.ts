import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregateNav } from "../../../src/bridge/aggregate-nav.ts";
import { planRebalance } from "../../../src/bridge/plan-rebalance.ts";
import { planSync } from "../../../src/bridge/plan-sync.ts";
import type { ReadNav } from "../../../src/bridge/read-chain-nav.ts";
import { bridgeTokens } from "../../../src/calldata/bridge-call.ts";

const WAD = 10n ** 18n;
const usdcOn = (chainId: 56 | 8453 | 42161) => {
  const token = bridgeTokens.named(chainId, "USDC");
  if (token === undefined) throw new Error("no USDC");
  return token;
};

/** A vault in USDC: so many units, at so much each, all of it in USDC. */
function navOf(chainId: 56 | 8453 | 42161, units: bigint, priceMillionths: bigint): ReadNav {
  const token = usdcOn(chainId);
  const one = 10n ** BigInt(token.decimals);
  const netTotalValueBase = (units * one * priceMillionths) / 1_000_000n;
  const usdc18 = (units * WAD * priceMillionths) / 1_000_000n;
  return {
    ...{
      chainId,
      baseToken: token.address,
      baseKind: "USDC",
      decimals: token.decimals,
      owner: token.address,
    },
    ...{ unitaryValueBase: (one * priceMillionths) / 1_000_000n, netTotalValueBase, usdc18 },
    ...{ effectiveSupply: units * one, holdersSupply: units * one },
    holdings: [{ token, balanceBase: netTotalValueBase, isActive: true, usdc18 }],
  };
}

describe("NAV over chains", () => {
  test("default: one price a unit over all chains, whatever the stablecoin decimals", () => {
    const { totalUsdc18, groups } = aggregateNav([
      navOf(8453, 1_000n, 1_100_000n),
      navOf(56, 3_000n, 900_000n),
    ]);
    expect(totalUsdc18).toBe(3_800n * WAD);
    expect(groups).toMatchObject([{ baseKind: "USDC", target18: (WAD * 95n) / 100n }]);
    expect(groups[0]?.chains.map(({ divergenceBps }) => divergenceBps)).toEqual([1_578, -526]);
  });

  test("behavior: chains with another base token are not compared, add up in USDC alone", () => {
    const eth: ReadNav = { ...navOf(42161, 10n, 1_000_000n), baseKind: "ETH" };
    const { totalUsdc18, groups } = aggregateNav([navOf(8453, 1_000n, 1_000_000n), eth]);
    expect(totalUsdc18).toBe(1_010n * WAD);
    expect(groups.map(({ baseKind, chains }) => [baseKind, chains.length])).toEqual([
      ["USDC", 1],
      ["ETH", 1],
    ]);
  });

  test("behavior: the price lies between those of the chains, at any decimals", () => {
    const decimals = fc.constantFrom(0, 6, 8, 18, 24);
    const units = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const price = fc.bigInt({ min: 10n ** 18n, max: 10n ** 24n });
    const chain = fc.tuple(decimals, units, price).map(([places, supply, price18]): ReadNav => {
      const one = 10n ** BigInt(places);
      const unit = (price18 * one) / WAD;
      const common = { ...navOf(8453, 1n, 1n), decimals: places, effectiveSupply: supply * one };
      return { ...common, unitaryValueBase: unit, netTotalValueBase: unit * supply };
    });
    fc.assert(
      fc.property(chain, chain, (a, b) => {
        const [group] = aggregateNav([a, b]).groups;
        const [low, high] = (group?.chains ?? [])
          .map(({ unit18 }) => unit18)
          .toSorted((x, y) => (x < y ? -1 : 1));
        expect(group !== undefined && low !== undefined && high !== undefined).toBe(true);
        expect(
          (group?.target18 ?? 0n) + 1n >= (low ?? 0n) &&
            (group?.target18 ?? 0n) <= (high ?? 0n) + 1n,
        ).toBe(true);
      }),
    );
  });
});

describe("what to sync", () => {
  test("default: the amount that evens both unit prices, in units of the leaving token", () => {
    const [here, there] = [navOf(56, 1_000n, 1_010_000n), navOf(8453, 1_000n, 990_000n)];
    const sync = planSync(here, there, here.holdings);
    expect(sync).toMatchObject({ ok: true, value: { amountBase: 10n * WAD, target18: WAD } });
    const back = planSync(
      navOf(8453, 1_000n, 1_010_000n),
      navOf(56, 1_000n, 990_000n),
      navOf(8453, 1_000n, 1_010_000n).holdings,
    );
    expect(back).toMatchObject({ ok: true, value: { amountBase: 10_000_000n } });
  });

  test("error: the other direction, equal prices, other base tokens, and nothing to send", () => {
    const [low, high] = [navOf(8453, 1_000n, 990_000n), navOf(42161, 1_000n, 1_010_000n)];
    expect(planSync(low, high, low.holdings)).toMatchObject({ ok: false, code: "invalid_request" });
    expect(planSync(low, { ...low, chainId: 42161 }, low.holdings)).toMatchObject({
      ok: false,
      code: "nav_balanced",
    });
    expect(planSync(high, { ...low, baseKind: "ETH" }, high.holdings)).toMatchObject({
      ok: false,
      code: "invalid_request",
    });
    expect(planSync(high, low, [])).toMatchObject({ ok: false, code: "insufficient_balance" });
  });
});

describe("a plan to rebalance", () => {
  test("behavior: run to its end, half of holders' supply stays backed on each source", () => {
    const first = planRebalance([
      navOf(8453, 5_000n, 1_000_000n),
      navOf(42161, 1_000n, 1_000_000n),
      navOf(56, 400n, 1_000_000n),
    ]);
    expect(first).toMatchObject({
      target: 8453,
      steps: [
        { source: 42161, amountBase: 500_000_000n, usdc18: 500n * WAD },
        { source: 56, amountBase: 200n * WAD, usdc18: 200n * WAD },
      ],
    });
    const spent = { ...navOf(42161, 500n, 1_000_000n), holdersSupply: 1_000_000_000n };
    const next = planRebalance([navOf(8453, 5_500n, 1_000_000n), spent]);
    expect(next).toMatchObject({
      steps: [],
      skipped: [{ chainId: 42161, reason: "less than 2 USDC of it may move" }],
    });
  });

  test("error: without a price, not counted by the vault, or a target that was not read", () => {
    const [holding] = navOf(42161, 1_000n, 1_000_000n).holdings;
    if (holding === undefined) throw new Error("nothing held");
    const withOne = (change: object): ReadNav => ({
      ...navOf(42161, 1_000n, 1_000_000n),
      holdings: [{ ...holding, ...change }],
    });
    const base = navOf(8453, 5_000n, 1_000_000n);
    expect(planRebalance([base, withOne({ usdc18: null })])).toMatchObject({
      steps: [],
      skipped: [{ symbol: "USDC" }],
    });
    expect(planRebalance([base, withOne({ isActive: false })])).toMatchObject({
      steps: [],
      skipped: [{ symbol: "USDC" }],
    });
    expect(planRebalance([base], 10)).toBeUndefined();
  });
});
