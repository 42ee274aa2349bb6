import { decodeFunctionData, encodeFunctionResult } from "viem";
import { describe, expect, it } from "vitest";
import { oracleAbi } from "../../../src/chain/oracle-reads.ts";
import { oracleSpot } from "../../../src/chain/oracle-spot.ts";
import type { RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { wholeAddresses } from "../../support/whole-addresses.ts";

const base = wholeAddresses(8453);
const ETH = "0x0000000000000000000000000000000000000000";
const WETH = "0x4200000000000000000000000000000000000006";
const { usdc: USDC } = base;
const CBBTC = "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf";
const ETHER = 10n ** 18n;

const ok = (value: number): RpcOutcome<number> => ({ ok: true, value });
const down: RpcOutcome<number> = { ok: false, kind: "unavailable", message: "" };
const reverted: RpcOutcome<number> = { ok: false, kind: "reverted", data: "0x", message: "" };
const exactIn = (amountInBase: bigint) => ({
  mode: "exactIn" as const,
  amountInBase,
  amountOutBase: 0n,
});
const exactOut = (amountOutBase: bigint) => ({
  mode: "exactOut" as const,
  amountInBase: 0n,
  amountOutBase,
});
const spot = (
  tokenIn: `0x${string}`,
  tokenOut: `0x${string}`,
  quoted: ReturnType<typeof exactIn> | ReturnType<typeof exactOut>,
  ...outcomes: RpcOutcome<number>[]
) => oracleSpot.amount(base, { tokenIn, tokenOut }, quoted, outcomes);
const price = (amountBase: bigint) => ({ kind: "price", priceFeedExists: true, amountBase });

/**
 * Tick of USDC and the amounts it gives: test/support/onchain-vectors.data.json, read.getTwap.USDC
 * and read.convertTokenAmount.
 */
const FEED = [ok(1), ok(-198_080)] as const;

describe("oracleSpot.calls", () => {
  it("default: state and two observations of the token's own pool", () => {
    const calls = oracleSpot.calls(base, { tokenIn: ETH, tokenOut: USDC });
    expect(calls).toHaveLength(2);
    const [state, observe] = calls.map((call) => {
      const [{ to, data }, block] = call.params as [
        { to: `0x${string}`; data: `0x${string}` },
        string,
      ];
      expect([to, block]).toEqual([base.oracle, "latest"]);
      return { ...decodeFunctionData({ abi: oracleAbi, data }), selector: data.slice(0, 10) };
    });
    const key = {
      currency0: ETH,
      currency1: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      fee: 0,
      tickSpacing: 32_767,
      hooks: "0x59f39091Fd6f47e9D0bCB466F74e305f1709BAC4",
    };
    // Selectors: docs/facts/vault-contracts.md 2.
    expect(state).toEqual({ functionName: "getState", args: [key], selector: "0xe3b077a1" });
    expect(observe).toEqual({
      functionName: "observe",
      args: [key, [0, 1]],
      selector: "0xf96f97f2",
    });
  });

  it("behavior: the answers read as cardinality and as the tick of the last second", () => {
    const [state, observe] = oracleSpot.calls(base, { tokenIn: USDC, tokenOut: WETH });
    const index = { index: 3, cardinality: 5, cardinalityNext: 9 };
    expect(
      state?.read(
        encodeFunctionResult({ abi: oracleAbi, functionName: "getState", result: index }),
      ),
    ).toBe(5);
    const cumulatives = (now: number, before: number) =>
      encodeFunctionResult({
        abi: oracleAbi,
        functionName: "observe",
        result: [
          [now, before],
          [0n, 0n],
        ],
      });
    expect(observe?.read(cumulatives(-1_198_080, -1_000_000))).toBe(-198_080);
    expect(observe?.read(cumulatives(7, 0))).toBe(7);
  });

  it("behavior: nothing is asked for coin and wrapped coin, four calls for two tokens", () => {
    expect(oracleSpot.calls(base, { tokenIn: ETH, tokenOut: WETH })).toEqual([]);
    expect(oracleSpot.calls(base, { tokenIn: USDC, tokenOut: CBBTC })).toHaveLength(4);
  });
});

describe("oracleSpot.amount", () => {
  it("default: exact input is worth this much output", () => {
    expect(spot(ETH, USDC, exactIn(ETHER), ...FEED)).toEqual(price(2_499_913_599n));
    expect(spot(WETH, USDC, exactIn(ETHER), ...FEED)).toEqual(price(2_499_913_599n));
    expect(spot(USDC, ETH, exactIn(2_500_000_000n), ...FEED)).toEqual(
      price(1_000_034_561_546_695_465n),
    );
    expect(spot(ETH, WETH, exactIn(ETHER))).toEqual(price(ETHER));
  });

  it("behavior: exact output is judged on the input", () => {
    expect(spot(USDC, ETH, exactOut(ETHER), ...FEED)).toEqual(price(2_499_913_599n));
    expect(spot(ETH, USDC, exactOut(2_500_000_000n), ...FEED)).toEqual(
      price(1_000_034_561_546_695_465n),
    );
  });

  it("behavior: two tokens are crossed through the coin, in the order of the calls", () => {
    // Same price of the coin in both units: one for one. A hundred ticks apart: 1.0001^100, rounded
    // down.
    expect(spot(USDC, CBBTC, exactIn(1_000_000n), ...FEED, ok(1), ok(-198_080))).toEqual(
      price(1_000_000n),
    );
    expect(spot(USDC, CBBTC, exactIn(1_000_000n), ...FEED, ok(1), ok(-197_980))).toEqual(
      price(1_010_049n),
    );
    expect(spot(USDC, CBBTC, exactOut(1_000_000n), ...FEED, ok(1), ok(-197_980))).toEqual(
      price(990_050n),
    );
  });

  it("default: cardinality 0 is no feed, on either side", () => {
    const none = { kind: "no_feed", priceFeedExists: false };
    expect(spot(ETH, USDC, exactIn(1n), ok(0), reverted)).toEqual(none);
    expect(spot(USDC, CBBTC, exactIn(1n), ...FEED, ok(0), reverted)).toEqual(none);
    expect(
      spot(CBBTC, USDC, exactIn(1n), ok(0), reverted, down, down),
      "known from one side alone",
    ).toEqual(none);
  });

  it.each([
    ["the node is down", [down, down]],
    ["the state is not readable", [down, ok(5)]],
    ["the oracle is no contract", [reverted, reverted]],
    ["the observation is missing", [ok(1), down]],
    ["the feed is too young to observe", [ok(1), reverted]],
    ["an answer is missing", [ok(1)]],
    ["the price is out of range", [ok(1), ok(887_273)]],
  ])("error: %s is unavailable, never a missing feed", (_name, outcomes) => {
    expect(spot(ETH, USDC, exactIn(1n), ...outcomes)).toMatchObject({ kind: "unavailable" });
  });
});
