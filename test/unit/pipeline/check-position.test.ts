import { type Hex, toFunctionSelector, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { LiquidityCall } from "../../../src/calldata/liquidity-call.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { checkPosition } from "../../../src/pipeline/check-position.ts";
import type { ExecutionContext } from "../../../src/pipeline/execution-context.ts";
import type { CallPlan } from "../../../src/pipeline/plan.ts";
import { role, token } from "../calldata/safety-vectors.ts";

/*
 * One pool and one position as they were on the real contracts (onchain-vectors, lp.*): what a call may do with them, whatever tool
 * planned it. Amounts are the balance changes observed there.
 */
const vault = role("vault");
const usdc = token("USDC");
const pool = { currency0: zeroAddress, currency1: usdc, fee: 500, tickSpacing: 10, hooks: zeroAddress } as const;
const other = { ...pool, fee: 3_000, tickSpacing: 60 } as const;
const hooked = (bits: string) => ({ ...pool, hooks: `0x${"ab".repeat(19)}0${bits}` as const });
const [TICK_LOWER, TICK_UPPER] = [-200_000, -196_000];
const INFO = (BigInt.asUintN(24, BigInt(TICK_UPPER)) << 32n) | (BigInt.asUintN(24, BigInt(TICK_LOWER)) << 8n);
const PRICE = 3_961_407_134_865_513_764_005_748n;
/** The pool's price times 1.06. */
const MOVED = 4_078_518_000_000_000_000_000_000n;
const ORACLE_TICK = -198_080;
const WIDE = { index: 5, cardinality: 320, cardinalityNext: 320 };

const pair = { currency0: zeroAddress, currency1: usdc };
const dated = { deadlineSec: 4_102_444_800n };
const decrease: Extract<LiquidityCall, { kind: "lpDecrease" | "lpCollect" }> = {
  kind: "lpDecrease",
  tokenId: 14n,
  liquidity: 1_000_000_000_000_000n,
  amount0MinBase: 1_960_000_000_000_000_000n,
  amount1MinBase: 4_540_000_000n,
  ...pair,
  recipient: vault,
  actions: ["DECREASE_LIQUIDITY", "TAKE_PAIR"],
  ...dated,
};
const collect: LiquidityCall = {
  ...decrease,
  kind: "lpCollect",
  liquidity: 0n,
  amount0MinBase: 0n,
  amount1MinBase: 0n,
};
const burn: LiquidityCall = {
  kind: "lpBurn",
  tokenId: 14n,
  amount0MinBase: 3_920_000_000_000_000_000n,
  amount1MinBase: 9_080_000_000n,
  ...pair,
  recipient: vault,
  actions: ["BURN_POSITION", "TAKE_PAIR"],
  ...dated,
};
const mint: Extract<LiquidityCall, { kind: "lpMint" }> = {
  kind: "lpMint",
  pool,
  tickLower: TICK_LOWER,
  tickUpper: TICK_UPPER,
  liquidity: 2_000_000_000_000_000n,
  amount0MaxBase: 3_989_000_000_000_000_000n,
  amount1MaxBase: 9_246_000_000n,
  recipient: vault,
  nativeFromVaultBase: 3_989_000_000_000_000_000n,
  sweptTo: vault,
  actions: ["MINT_POSITION", "SETTLE_PAIR", "SWEEP"],
  ...dated,
};
const increase: Extract<LiquidityCall, { kind: "lpIncrease" }> = {
  kind: "lpIncrease",
  tokenId: 14n,
  liquidity: 100_000_000_000_000n,
  amount0MaxBase: 199_000_000_000_000_000n,
  amount1MaxBase: 462_000_000n,
  ...pair,
  sweptTo: vault,
  actions: ["INCREASE_LIQUIDITY", "CLOSE_CURRENCY", "CLOSE_CURRENCY", "SWEEP"],
  ...dated,
};
const CALLS = { decrease, collect, burn, mint, increase };

const selector = (signature: string): Hex => toFunctionSelector(signature);
const KEY = "(address,address,uint24,int24,address)";
const READS = {
  slot0: selector("getSlot0(bytes32)"),
  twap: selector("getTwap(address)"),
  feed: selector("hasPriceFeed(address)"),
  ids: selector("getUniV4TokenIds()"),
  position: selector("getPoolAndPositionInfo(uint256)"),
  liquidity: selector("getPositionLiquidity(uint256)"),
  window: selector(`getState(${KEY})`),
};
type Answers = Partial<Record<keyof typeof READS, unknown>>;
type World = Answers & { mode?: "manual" | "delegated"; toleranceBps?: number; unread?: keyof typeof READS };

/** What the chain answers to each method; `unread`: to this one it does not. */
function contextOf({ mode = "delegated", toleranceBps, unread, ...answers }: World): ExecutionContext {
  const all: Record<keyof typeof READS, unknown> = {
    slot0: { sqrtPriceX96: PRICE, tick: -198_085, protocolFee: 0, lpFee: 500 },
    twap: undefined,
    feed: true,
    ids: [3n, 14n],
    position: { key: pool, info: INFO },
    liquidity: 2_000_000_000_000_000n,
    window: WIDE,
    ...answers,
  };
  const answer = (call: RpcCall<unknown>): RpcOutcome<unknown> => {
    const [{ data }] = call.params as [{ data: Hex }];
    const [name] = Object.entries(READS).find(([, of]) => data.startsWith(of)) ?? [];
    if (name === undefined) throw new Error(`nobody expects ${data.slice(0, 10)}`);
    if (name === unread) return { ok: false, kind: "unavailable", message: "no" };
    const isDollar = data.includes(usdc.slice(2));
    return { ok: true, value: all[name as keyof typeof READS] ?? (isDollar ? ORACLE_TICK : 0) };
  };
  const rpc = { send: async (calls: RpcCall<unknown>[]) => calls.map(answer) };
  const chain = { chainId: 8453, addresses: chainAddresses(8453), rpc };
  const settings = toleranceBps === undefined ? {} : { swapShieldBps: toleranceBps };
  return {
    deps: { chain: () => chain },
    chainId: 8453,
    vault,
    operator: role("owner"),
    executionMode: mode,
    stored: async () => ({ settings }),
  } as unknown as ExecutionContext;
}

const planWith = (of: CallPlan["pool"]): CallPlan =>
  ({ facts: { block: { number: 7n } }, ...(of && { pool: of }) }) as unknown as CallPlan;
const check = (call: LiquidityCall, world: World = {}, of: CallPlan["pool"] = pool) =>
  checkPosition(contextOf(world), call, planWith(of));
const codeOf = async (...args: Parameters<typeof check>): Promise<string> => {
  const verdict = await check(...args);
  return verdict.ok ? "ok" : verdict.code;
};

describe("what holds for a good call", () => {
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])("default: %s passes", async (name) => {
    const verdict = await check(CALLS[name]);
    expect(verdict.ok, JSON.stringify(verdict)).toBe(true);
    const figures = { poolPrice: { deltaBps: 0, toleranceBps: 500, oracleWindowSec: 300 } };
    expect(verdict).toEqual({ ok: true, value: name === "collect" ? {} : figures });
  });
});

describe("a call that was changed, by a tool that says so itself", () => {
  test.each<[string, LiquidityCall, string]>([
    ["decrease: the minimum of one token", { ...decrease, amount0MinBase: 1n }, "simulation_differs_from_quote"],
    ["decrease: the minimum of the other", { ...decrease, amount1MinBase: 1n }, "simulation_differs_from_quote"],
    ["decrease: more liquidity", { ...decrease, liquidity: 2_000_000_000_000_000n }, "simulation_differs_from_quote"],
    ["decrease: a foreign position", { ...decrease, tokenId: 15n }, "position_not_found"],
    ["decrease: another token", { ...decrease, currency1: token("USDT") }, "calldata_rejected"],
    [
      "decrease: the tokens turned round",
      { ...decrease, currency0: usdc, currency1: zeroAddress },
      "calldata_rejected",
    ],
    ["burn: the minimum", { ...burn, amount1MinBase: 8_000_000_000n }, "simulation_differs_from_quote"],
    ["burn: a foreign position", { ...burn, tokenId: 1n }, "position_not_found"],
    ["burn: another token", { ...burn, currency0: token("WETH") }, "calldata_rejected"],
    ["collect: a foreign position", { ...collect, tokenId: 15n } as LiquidityCall, "position_not_found"],
    ["collect: another token", { ...collect, currency1: token("USDT") } as LiquidityCall, "calldata_rejected"],
    ["mint: the maximum", { ...mint, amount0MaxBase: 6_000_000_000_000_000_000n }, "simulation_differs_from_quote"],
    ["mint: the other maximum", { ...mint, amount1MaxBase: 20_000_000_000n }, "simulation_differs_from_quote"],
    ["mint: less liquidity for it", { ...mint, liquidity: 1_000_000_000_000_000n }, "simulation_differs_from_quote"],
    ["mint: a range above the price", { ...mint, tickLower: -197_000 }, "simulation_differs_from_quote"],
    ["increase: the maximum", { ...increase, amount1MaxBase: 600_000_000n }, "simulation_differs_from_quote"],
    ["increase: a foreign position", { ...increase, tokenId: 15n }, "position_not_found"],
    ["increase: another token", { ...increase, currency1: token("USDT") }, "calldata_rejected"],
  ])("error: %s", async (_, call, code) => expect(await codeOf(call)).toBe(code));

  test.each(["decrease", "collect", "burn", "increase"] as const)(
    "error: %s with another pool than the position's, or with none",
    async (name) => {
      expect(await codeOf(CALLS[name], {}, other)).toBe("calldata_rejected");
      expect(await codeOf(CALLS[name], { position: { key: other, info: INFO } })).toBe("calldata_rejected");
      const without = await checkPosition(contextOf({}), CALLS[name], planWith(undefined));
      expect(without).toMatchObject({ ok: false, code: "calldata_rejected" });
    },
  );

  test("error: hooks that keep a part of amounts; out of a pool whose hook answers swaps a vault may go", async () => {
    for (const bits of ["1", "2", "4", "8"])
      expect(await codeOf({ ...mint, pool: hooked(bits) })).toBe("hook_not_allowed");
    for (const [bits, code] of [
      ["1", "hook_not_allowed"],
      ["2", "hook_not_allowed"],
      ["4", "ok"],
      ["8", "ok"],
    ] as const) {
      const world = { position: { key: hooked(bits), info: INFO } };
      expect([bits, await codeOf(decrease, world, hooked(bits))]).toEqual([bits, code]);
      expect([bits, await codeOf(collect, world, hooked(bits))]).toEqual([bits, code]);
    }
  });
});

describe("the pool's price", () => {
  const moved = { slot0: { sqrtPriceX96: MOVED, tick: -197_500, protocolFee: 0, lpFee: 500 } };

  test.each(["decrease", "burn", "mint", "increase"] as const)("error: %s while it was moved by 6%%", async (name) => {
    expect(await check(CALLS[name], moved)).toMatchObject({
      ok: false,
      code: "swap_shield_blocked",
      details: { toleranceBps: 500, deltaBps: 600 },
    });
  });

  test("behavior: the tolerance is the operator's own, and the default for everybody else", async () => {
    // The bounds were made for the price before; they are what is refused then.
    expect(await codeOf(decrease, { ...moved, toleranceBps: 700 })).toBe("simulation_differs_from_quote");
    const anonymous = { ...contextOf({ ...moved, toleranceBps: 700 }), operator: undefined };
    expect(await checkPosition(anonymous, decrease, planWith(pool))).toMatchObject({ code: "swap_shield_blocked" });
  });

  test("behavior: fees are collected at any price", async () => expect(await codeOf(collect, moved)).toBe("ok"));

  test("error: without a feed there is nothing to compare with", async () => {
    expect(await codeOf(burn, { feed: false })).toBe("no_price_feed");
  });

  test("behavior: a mean over a short time stops the agent, and warns an owner", async () => {
    const window = { index: 0, cardinality: 1, cardinalityNext: 1 };
    expect(await codeOf(burn, { window })).toBe("oracle_window_too_short");
    // One slot holds the last observation alone: a mean over no time.
    expect(await check(burn, { window, mode: "manual" })).toMatchObject({
      ok: true,
      value: { poolPrice: { oracleWindowSec: 0 }, oracleWarning: { windows: [{ symbol: "USDC" }] } },
    });
  });
});

describe("what was not read", () => {
  test.each(["slot0", "twap", "feed", "ids", "position", "liquidity", "window"] as const)("error: %s", async (unread) =>
    expect(await codeOf(decrease, { unread })).toBe("rpc_unavailable"),
  );
});
