import { type Address, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { NavReading } from "../../../src/chain/nav-reads.ts";
import type { RpcOutcome } from "../../../src/chain/rpc-call.ts";
import type { SwapFacts } from "../../../src/kinds/chain-facts.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import type { VenueQuote } from "../../../src/kinds/venue.ts";
import { judgeSwap } from "../../../src/pipeline/checks-planned.ts";
import { measureNav } from "../../../src/pipeline/measure-nav.ts";
import { swapMetaOf } from "../../../src/pipeline/swap-words.ts";

const USDC: Address = `0x${"a1".repeat(20)}`;
const WETH: Address = `0x${"b2".repeat(20)}`;
const OTHER: Address = `0x${"c3".repeat(20)}`;
const ZERO: Address = `0x${"0".repeat(40)}`;
const PLACEHOLDER: Address = `0x${"e".repeat(40)}`;
const unavailable: RpcOutcome<never> = { ok: false, kind: "unavailable", message: "no answer" };
const reverted: RpcOutcome<never> = {
  ok: false,
  kind: "reverted",
  data: "0x",
  message: "reverted",
};

const quoteOf = (tokenIn: Address = USDC): VenueQuote => ({
  venue: "uniswap",
  request: {
    chainId: 8453,
    tokenIn: { address: tokenIn, symbol: "USDC", decimals: 6 },
    tokenOut: { address: WETH, symbol: "WETH", decimals: 18 },
    mode: "exactIn",
    amountBase: 2_000_000_000n,
    slippageBps: 100,
  },
  amountInBase: 2_000_000_000n,
  amountOutBase: 999_000_000_000_000_000n,
  limitBase: 989_010_000_000_000_000n,
  gasUnits: 1n,
  raw: {},
});

const planOf = (facts: Partial<SwapFacts>, quote = quoteOf()): SwapPlan => ({
  kind: "swap",
  quote,
  toleranceBps: 500,
  facts: {
    feedIn: true,
    feedOut: true,
    oracle: { ok: true, value: 10n ** 18n },
    activeTokens: [],
    baseToken: OTHER,
    ...facts,
  } as SwapFacts,
});

describe("judgeSwap (decision D19)", () => {
  test("default: the quote against the vault's own conversion", () => {
    expect(judgeSwap(planOf({}), 300)).toMatchObject({
      ok: true,
      value: {
        priceFeedExists: true,
        deltaBps: 10,
        oracleAmountBase: 10n ** 18n,
        toleranceBps: 500,
        oracleWindowSec: 300,
      },
    });
  });

  test("behavior: an exact output is judged on what it costs", () => {
    const quote = quoteOf();
    const exactOut: VenueQuote = { ...quote, request: { ...quote.request, mode: "exactOut" } };
    // 2,000 quoted where the oracle wants 1,900: 5.27% worse.
    expect(
      judgeSwap(planOf({ oracle: { ok: true, value: 1_900_000_000n } }, exactOut), 300),
    ).toMatchObject({
      ok: false,
      code: "swap_shield_blocked",
    });
  });

  test.each([
    [false, true, "sell"],
    [true, false, "buy"],
    [false, false, "both"],
  ])("behavior: feeds %s and %s: none for %s", (feedIn, feedOut, missing) => {
    const judged = judgeSwap(planOf({ feedIn, feedOut, baseToken: USDC }), 300);
    expect(judged).toMatchObject({
      ok: false,
      code: "no_price_feed",
      details: { missing, reason: "NO_PRICE_FEED" },
    });
  });

  test.each([
    ["a token the vault does not track may be sold without a feed", USDC, {}, true],
    ["its base token may not", USDC, { baseToken: USDC }, false],
    ["an active token may not", USDC, { activeTokens: [OTHER, USDC] }, false],
    ["the coin may not where the vault tracks it", PLACEHOLDER, { activeTokens: [ZERO] }, false],
    ["the coin may not where it is the base", ZERO, { baseToken: ZERO }, false],
    ["the coin may where the vault tracks only others", ZERO, { activeTokens: [OTHER] }, true],
    ["another token may where the vault tracks the coin", USDC, { activeTokens: [ZERO] }, true],
  ] as const)("behavior: %s", (_what, tokenIn, facts, passes) => {
    expect(judgeSwap(planOf({ ...facts, feedIn: false }, quoteOf(tokenIn)), 300).ok).toBe(passes);
  });

  test("behavior: an unreadable price is a wait only where there is a feed to wait for", () => {
    // TargetPredatesOldestObservation(1000, 880)
    const selector = toFunctionSelector("TargetPredatesOldestObservation(uint32,uint32)");
    const times = [1_000, 880].map((sec) => sec.toString(16).padStart(64, "0")).join("");
    const young: RpcOutcome<never> = {
      ok: false,
      kind: "reverted",
      data: `${selector}${times}`,
      message: "reverted",
    };
    expect(judgeSwap(planOf({ oracle: young }), 300)).toMatchObject({
      code: "oracle_window_filling",
    });
    expect(judgeSwap(planOf({ oracle: young, feedOut: false }), 300)).toMatchObject({
      code: "no_price_feed",
    });
    expect(judgeSwap(planOf({ oracle: young, feedIn: false }), 300)).toMatchObject({ ok: true });
  });

  test.each([unavailable, reverted])("error: an oracle that did not answer blocks", (oracle) => {
    expect(judgeSwap(planOf({ oracle }), 300)).toMatchObject({
      ok: false,
      code: "swap_shield_blocked",
      details: { reason: "ORACLE_ERROR" },
    });
  });
});

describe("measureNav (decision D21)", () => {
  const nav = (unitaryValue: bigint): RpcOutcome<NavReading> => ({
    ok: true,
    value: { unitaryValue, netTotalValue: unitaryValue * 5n, netTotalLiabilities: 0n },
  });
  const supply: RpcOutcome<bigint> = { ok: true, value: 7n };
  const measured = (changes: object = {}, baseline: bigint | null = null) =>
    measureNav(
      { before: nav(1_000n), after: nav(900n), totalSupply: supply, ...changes },
      { baselineUnitaryValue: baseline, thresholdBps: 1_000, oracleWindowSec: 300 },
    );

  test("behavior: what the call says it moves to another chain is no fall (decision D44)", () => {
    // Worth 5,000, of which 450 are stated and 500 leave: 90 a unit of 1,000 are stated, and 10 of
    // 910 are lost.
    const effect = (toleranceBps: number) =>
      ({ kind: "moves", amountBase: 450n, toleranceBps }) as const;
    const judged = (toleranceBps: number) =>
      measureNav(
        { before: nav(1_000n), after: nav(900n), totalSupply: supply },
        {
          baselineUnitaryValue: null,
          thresholdBps: 110,
          oracleWindowSec: 300,
          effect: effect(toleranceBps),
        },
      );
    expect(judged(1_000)).toMatchObject({
      ok: true,
      value: {
        lossBps: 110,
        stated: { perUnit: "90", amountBase: "450", bps: 1_000 },
        oracleWindowSec: 300,
      },
    });
    expect(judged(999)).toMatchObject({
      ok: false,
      details: { movedBps: 1_000, oracleWindowSec: 300 },
    });
  });

  test("default: the fall in basis points, at the threshold allowed", () => {
    expect(measured()).toEqual({
      ok: true,
      value: {
        measured: true,
        basis: "unitaryValue",
        lossBps: 1_000,
        thresholdBps: 1_000,
        before: "1000",
        after: "900",
        baseline: null,
        oracleWindowSec: 300,
      },
    });
  });

  test("behavior: one more is blocked, and so is the fall below the 24-hour baseline", () => {
    expect(measured({ after: nav(899n) })).toMatchObject({ ok: false, code: "nav_shield_blocked" });
    expect(measured({}, 1_001n)).toMatchObject({ ok: false, code: "nav_shield_blocked" });
  });

  test("behavior: a vault without supply is judged by its net value", () => {
    expect(measured({ totalSupply: { ok: true, value: 0n } })).toMatchObject({
      value: { basis: "netTotalValue" },
    });
  });

  test.each([
    { before: unavailable },
    { after: unavailable },
    { totalSupply: unavailable },
    { totalSupply: unavailable, before: reverted },
    { before: reverted, after: unavailable },
  ])("error: unanswered, %#: nobody knows", (changes) => {
    expect(measured(changes)).toEqual({
      ok: false,
      code: "rpc_unavailable",
      message: "The chain could not measure the vault's NAV. Nothing was sent; please try again.",
    });
  });

  test.each([
    [{ before: reverted }, "before it: the vault refused to compute it"],
    [{ after: reverted }, "after it: the vault refused to compute it"],
    // The chain's answer, not its silence: waiting for another would be for ever.
    [{ totalSupply: reverted }, "before it: the vault refused to compute it"],
  ])("error: a vault that refuses to be measured is blocked, %#", (changes, reason) => {
    expect(measured(changes)).toMatchObject({
      ok: false,
      code: "nav_shield_blocked",
      details: { measured: false, reason },
    });
  });
});

test("swapMetaOf: exact human amounts and the price of one, to 8 digits (decision D16)", () => {
  expect(swapMetaOf(quoteOf())).toEqual({
    sellAmount: "2000",
    sellToken: "USDC",
    buyAmount: "0.999",
    buyToken: "WETH",
    price: "1 USDC = 0.00049950000 WETH",
    dex: "uniswap",
  });
});
