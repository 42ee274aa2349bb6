import { type Address, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { AttemptSwap } from "../../../schemas/attempt.ts";
import type { NavReading } from "../../../src/chain/nav-reads.ts";
import type { RpcOutcome } from "../../../src/chain/rpc-call.ts";
import type { CallPlan, SwapPlan } from "../../../src/kinds/plan.ts";
import type { SwapValues } from "../../../src/pipeline/read-swap-values.ts";
import { valueSwap } from "../../../src/pipeline/value-swap.ts";

const SOLD: Address = `0x${"a1".repeat(20)}`;
const BOUGHT: Address = `0x${"b2".repeat(20)}`;
const BASE: Address = `0x${"c3".repeat(20)}`;
const unavailable: RpcOutcome<never> = { ok: false, kind: "unavailable", message: "no answer" };
const reverted: RpcOutcome<never> = {
  ok: false,
  kind: "reverted",
  data: "0x",
  message: "reverted",
};
const is = <T>(value: T): RpcOutcome<T> => ({ ok: true, value });
const nav = (netTotalValue: bigint): RpcOutcome<NavReading> =>
  is({ unitaryValue: 1n, netTotalValue, netTotalLiabilities: 0n });

/*
 * 2,000 of a token of 6 decimals for 0.999 of one of 18, in a vault that is worth 10,000 and counts
 * both: by its oracle 2,000 leave and 1,998 arrive. What a quote and a simulation may differ by is
 * the slippage (1%) and 1%: 39.96.
 */
const swap = { maxInBase: "2000000000" } as AttemptSwap;
const values: SwapValues = {
  maxIn: is(2_000_000_000n),
  amountOut: is(1_998_000_000n),
  uncountedOutBase: is(0n),
};
const planOf = (facts: Partial<SwapPlan["facts"]> = {}, amounts: Partial<SwapPlan["quote"]> = {}) =>
  ({
    kind: "swap",
    quote: {
      request: { tokenIn: { address: SOLD }, tokenOut: { address: BOUGHT }, slippageBps: 100 },
      amountInBase: 2_000_000_000n,
      amountOutBase: 999_000_000_000_000_000n,
      ...amounts,
    },
    facts: { baseToken: BASE, activeTokens: [SOLD, BOUGHT], ...facts },
    // Safe: no more of a plan is read here.
  }) as unknown as SwapPlan;
const simulated = (after: bigint) => ({ before: nav(10_000_000_000n), after: nav(after) });
const valuation = {
  baseToken: BASE,
  // The oracle rounds down, so what leaves may be worth one unit more.
  maxInValueBase: "2000000001",
  amountOutValueBase: "1998000000",
  netTotalValueBase: "10000000000",
};

describe("what a swap is worth", () => {
  test("default: its bounds at the oracle, the sold one rounded up", () => {
    expect(valueSwap(planOf(), swap, simulated(9_998_000_000n), values)).toEqual({
      ok: true,
      value: { ...swap, valuation },
    });
  });

  test("behavior: the base token is worth itself", () => {
    const facts = { baseToken: SOLD, activeTokens: [BOUGHT] };
    expect(valueSwap(planOf(facts), swap, simulated(9_998_000_000n), values)).toMatchObject({
      value: { valuation: { baseToken: SOLD, maxInValueBase: "2000000000" } },
    });
  });

  test("behavior: a token without a feed has no worth; its swap still meets the quote", () => {
    const plan = planOf({ activeTokens: [BOUGHT] });
    const unpriced = { ...values, maxIn: null };
    expect(valueSwap(plan, swap, simulated(11_998_000_000n), unpriced)).toEqual({
      ok: true,
      value: swap,
    });
    expect(valueSwap(plan, swap, simulated(11_900_000_000n), unpriced)).toMatchObject({
      code: "simulation_differs_from_quote",
    });
  });

  test("behavior: nor has one the vault counts: its missing feed is not asked its worth", () => {
    const unpriced = { ...values, maxIn: null };
    expect(valueSwap(planOf(), swap, simulated(11_998_000_000n), unpriced)).toEqual({
      ok: true,
      value: swap,
    });
  });

  test("behavior: a call of the vault's own, and what is no swap, is what it was", () => {
    const own = { ...planOf(), kind: "call" } as unknown as CallPlan;
    expect(valueSwap(own, swap, simulated(0n), values)).toEqual({ ok: true, value: swap });
    expect(valueSwap(planOf(), null, simulated(0n), values)).toEqual({ ok: true, value: null });
    expect(valueSwap(planOf(), swap, simulated(0n), null)).toEqual({ ok: true, value: swap });
  });
});

describe("what is compared with the quote", () => {
  test("behavior: of an exact output the quoted input, not the most that may leave", () => {
    // 2,100 may leave, 2,000 were quoted and did.
    const bound = { ...swap, maxInBase: "2100000000" };
    const worth = { ...values, maxIn: is(2_100_000_000n) };
    expect(valueSwap(planOf(), bound, simulated(9_998_000_000n), worth)).toMatchObject({
      ok: true,
      value: { valuation: { maxInValueBase: "2100000001" } },
    });
    expect(valueSwap(planOf(), bound, simulated(9_898_000_000n), worth)).toMatchObject({
      code: "simulation_differs_from_quote",
      details: { broughtBase: "1898000000", quotedBase: "1998000000", allowedBps: 200 },
    });
  });

  test("behavior: a sold token that the vault does not count costs its sum nothing", () => {
    const plan = planOf({ activeTokens: [BOUGHT] });
    expect(valueSwap(plan, swap, simulated(11_998_000_000n), values)).toMatchObject({
      ok: true,
      value: { valuation },
    });
    expect(valueSwap(plan, swap, simulated(9_998_000_000n), values).ok).toBe(false);
  });

  test("behavior: a bought token held uncounted counts from now on, not as the swap's gain", () => {
    const plan = planOf({ activeTokens: [SOLD] });
    // Twice of what is bought was there.
    const held = { ...values, uncountedOutBase: is(1_998_000_000_000_000_000n) };
    expect(valueSwap(plan, swap, simulated(13_994_000_000n), held).ok).toBe(true);
    expect(valueSwap(plan, swap, simulated(9_998_000_000n), held).ok).toBe(false);
    // The base token counts always.
    expect(
      valueSwap(
        planOf({ baseToken: BOUGHT, activeTokens: [SOLD] }),
        swap,
        simulated(9_998_000_000n),
        held,
      ).ok,
    ).toBe(true);
  });

  test("behavior: amounts of 0 divide nothing", () => {
    const nothing = { ...values, maxIn: is(0n), amountOut: is(0n) };
    const plan = planOf({ activeTokens: [SOLD] }, { amountInBase: 0n, amountOutBase: 0n });
    expect(
      valueSwap(plan, { ...swap, maxInBase: "0" }, simulated(10_000_000_000n), nothing).ok,
    ).toBe(true);
  });
});

describe("what cannot be read", () => {
  test.each<[string, (young: RpcOutcome<never>) => Partial<SwapValues>]>([
    ["of what is sold", (young) => ({ maxIn: young })],
    ["of what is bought", (young) => ({ amountOut: young })],
    [
      "of what is bought, without a feed of what is sold",
      (young) => ({ maxIn: null, amountOut: young }),
    ],
  ])("error: a price %s that cannot be read yet is a wait", (_what, changes) => {
    const selector = toFunctionSelector("TargetPredatesOldestObservation(uint32,uint32)");
    const times = [1_000, 880].map((sec) => sec.toString(16).padStart(64, "0")).join("");
    const young: RpcOutcome<never> = {
      ok: false,
      kind: "reverted",
      data: `${selector}${times}`,
      message: "reverted",
    };
    const verdict = valueSwap(planOf(), swap, simulated(9_998_000_000n), {
      ...values,
      ...changes(young),
    });
    expect(verdict).toMatchObject({
      code: "oracle_window_filling",
      details: { retryAfterSec: 120 },
    });
  });

  test.each<[string, Partial<SwapValues>]>([
    ["of what is sold", { maxIn: unavailable }],
    ["of what is bought", { amountOut: unavailable }],
    ["of what is bought, without a feed of what is sold", { maxIn: null, amountOut: unavailable }],
    ["of what the vault holds", { uncountedOutBase: unavailable }],
    ["beside one that was refused", { maxIn: reverted, amountOut: unavailable }],
  ])("error: no answer %s", (_what, changes) => {
    expect(valueSwap(planOf(), swap, simulated(9_998_000_000n), { ...values, ...changes })).toEqual(
      {
        ok: false,
        code: "rpc_unavailable",
        message: "The vault's oracle could not be read. Nothing was built; please try again.",
      },
    );
  });

  test.each<[string, Partial<SwapValues>, object]>([
    ["of what is sold", { maxIn: reverted }, {}],
    ["of what is bought", { amountOut: reverted }, {}],
    ["of what the vault holds", { uncountedOutBase: reverted }, {}],
    ["of the vault before", {}, { before: reverted }],
    ["of the vault after", {}, { after: reverted }],
  ])("error: an oracle without a price %s", (_what, changes, run) => {
    const simulation = { ...simulated(9_998_000_000n), ...run };
    expect(valueSwap(planOf(), swap, simulation, { ...values, ...changes })).toEqual({
      ok: false,
      code: "swap_shield_blocked",
      message:
        "The swap was blocked because the vault's oracle gave no usable price in its base " +
        "token. Try again in a few minutes.",
      details: { reason: "ORACLE_ERROR" },
    });
  });
});
