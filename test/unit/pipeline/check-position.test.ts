import { type Hex, toFunctionSelector, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { LiquidityCall } from "../../../src/calldata/liquidity-call.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { checkPosition } from "../../../src/liquidity/check-position.ts";
import { tablesOf } from "../../support/tables-of.ts";
import { role, token } from "../calldata/safety-vectors.ts";

/*
 * One pool and one position as they were on the real contracts (onchain-vectors, lp.*): what a call
 * may do with them, whatever tool planned it. Amounts are the balance changes observed there.
 */
const vault = role("vault");
const usdc = token("USDC");
const pool = {
  currency0: zeroAddress,
  currency1: usdc,
  fee: 500,
  tickSpacing: 10,
  hooks: zeroAddress,
} as const;
const other = { ...pool, fee: 3_000, tickSpacing: 60 } as const;
const hooked = (bits: string) => ({ ...pool, hooks: `0x${"ab".repeat(19)}0${bits}` as const });
const [TICK_LOWER, TICK_UPPER] = [-200_000, -196_000];
const INFO =
  (BigInt.asUintN(24, BigInt(TICK_UPPER)) << 32n) | (BigInt.asUintN(24, BigInt(TICK_LOWER)) << 8n);
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
  convert: selector("convertTokenAmount(address,int256,address)"),
};
type Answers = Partial<Record<keyof typeof READS, unknown>>;
type World = Answers & {
  mode?: "manual" | "delegated";
  toleranceBps?: number;
  unread?: keyof typeof READS;
  /**
   * What a venue gives for one ETH, and takes for one, in dollars; null: it trades them not at all
   * that way.
   */
  bid?: number | null;
  offer?: number | null;
  venue?: "silent" | "aggregator only";
  /** Hooks that the vault's limits name. */
  named?: readonly string[];
};

/** What the oracle makes of 3.989 ETH. */
const DOLLARS = 9_972_500_000n;
/** The pool's price is 2,499.99 dollars (onchain-vectors, lp.*). */
const MARKET = 2_500;
type Request = { tokenIn: { address: string }; amountBase: bigint; mode: string; taker?: string };
let asked: (Request & { venue: string })[] = [];

/** What the chain answers to each method; `unread`: to this one it does not. */
function contextOf(world: World): ExecutionContext {
  const {
    mode = "delegated",
    toleranceBps,
    unread,
    bid = MARKET,
    offer = MARKET,
    venue,
    named,
    ...answers
  } = world;
  asked = [];
  const noRoute = { ok: false, code: "no_route", message: "no" } as const;
  const quote = async (id: string, request: Request) => {
    asked.push({ ...request, venue: id });
    if (venue === "silent") return { ok: false, code: "venue_unavailable", message: "no" } as const;
    const isSold = request.tokenIn.address === zeroAddress;
    const price = isSold ? bid : offer;
    if (price === null || (venue === "aggregator only" && id !== "0x")) return noRoute;
    const amountOutBase = isSold
      ? (request.amountBase * BigInt(price * 1e6)) / 10n ** 18n
      : (request.amountBase * 10n ** 18n) / BigInt(price * 1e6);
    return { ok: true, value: { amountInBase: request.amountBase, amountOutBase } } as const;
  };
  const all: Record<keyof typeof READS, unknown> = {
    slot0: { sqrtPriceX96: PRICE, tick: -198_085, protocolFee: 0, lpFee: 500 },
    twap: undefined,
    feed: true,
    ids: [3n, 14n],
    position: { key: pool, info: INFO },
    liquidity: 2_000_000_000_000_000n,
    window: WIDE,
    convert: DOLLARS,
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
    deps: {
      chain: () => chain,
      venue: (id: string) => ({ quote: (request: Request) => quote(id, request) }),
      tables: tablesOf("0x", "uniswap"),
      clock: { nowMs: () => 0 },
      caches: { tokens: { get: () => undefined, set: () => undefined } },
    },
    chainId: 8453,
    vault,
    operator: role("owner"),
    executionMode: mode,
    stored: async () => ({ settings, limits: named === undefined ? null : { hooks: named } }),
  } as unknown as ExecutionContext;
}

const planWith = (of: CallPlan["pool"], poolSqrtX96 = PRICE): CallPlan =>
  ({
    ...{ facts: { block: { number: 7n } }, poolSqrtX96, measured: { baseToken: usdc } },
    ...(of && { pool: of }),
  }) as unknown as CallPlan;
const check = (call: LiquidityCall, world: World = {}, of: CallPlan["pool"] = pool) =>
  checkPosition(contextOf(world), call, planWith(of));
const codeOf = async (...args: Parameters<typeof check>): Promise<string> => {
  const verdict = await check(...args);
  return verdict.ok ? "ok" : verdict.code;
};

describe("what holds for a good call", () => {
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])("default: %s passes", async (name) => {
    const verdict = await check(CALLS[name]);
    expect(verdict.ok, verdict.ok ? "" : verdict.message).toBe(true);
    const figures = { poolPrice: { deltaBps: 0, toleranceBps: 500, oracleWindowSec: 300 } };
    const isAdding = name === "mint" || name === "increase";
    const second = isAdding
      ? { secondPrice: expect.objectContaining({ deltaBps: 0, toleranceBps: 500 }) }
      : {};
    const beside = { beside: isAdding ? { worstBase: 0n } : { exit: expect.anything() } };
    expect(verdict).toEqual({
      ok: true,
      value: name === "collect" ? beside : { ...figures, ...second, ...beside },
    });
  });
});

describe("a call that was changed, by a tool that says so itself", () => {
  test.each<[string, LiquidityCall, string]>([
    [
      "decrease: the minimum of one token",
      { ...decrease, amount0MinBase: 1n },
      "simulation_differs_from_quote",
    ],
    [
      "decrease: the minimum of the other",
      { ...decrease, amount1MinBase: 1n },
      "simulation_differs_from_quote",
    ],
    [
      "decrease: more liquidity",
      { ...decrease, liquidity: 2_000_000_000_000_000n },
      "simulation_differs_from_quote",
    ],
    ["decrease: a foreign position", { ...decrease, tokenId: 15n }, "position_not_found"],
    ["decrease: another token", { ...decrease, currency1: token("USDT") }, "calldata_rejected"],
    [
      "decrease: the tokens turned round",
      { ...decrease, currency0: usdc, currency1: zeroAddress },
      "calldata_rejected",
    ],
    [
      "burn: the minimum",
      { ...burn, amount1MinBase: 8_000_000_000n },
      "simulation_differs_from_quote",
    ],
    ["burn: a foreign position", { ...burn, tokenId: 1n }, "position_not_found"],
    ["burn: another token", { ...burn, currency0: token("WETH") }, "calldata_rejected"],
    [
      "collect: a foreign position",
      { ...collect, tokenId: 15n } as LiquidityCall,
      "position_not_found",
    ],
    [
      "collect: another token",
      { ...collect, currency1: token("USDT") } as LiquidityCall,
      "calldata_rejected",
    ],
    [
      "mint: the maximum",
      { ...mint, amount0MaxBase: 6_000_000_000_000_000_000n },
      "simulation_differs_from_quote",
    ],
    [
      "mint: the other maximum",
      { ...mint, amount1MaxBase: 20_000_000_000n },
      "simulation_differs_from_quote",
    ],
    [
      "mint: less liquidity for it",
      { ...mint, liquidity: 1_000_000_000_000_000n },
      "simulation_differs_from_quote",
    ],
    [
      "mint: a range above the price",
      { ...mint, tickLower: -197_000 },
      "simulation_differs_from_quote",
    ],
    [
      "increase: the maximum",
      { ...increase, amount1MaxBase: 600_000_000n },
      "simulation_differs_from_quote",
    ],
    ["increase: a foreign position", { ...increase, tokenId: 15n }, "position_not_found"],
    ["increase: another token", { ...increase, currency1: token("USDT") }, "calldata_rejected"],
  ])("error: %s", async (_, call, code) => expect(await codeOf(call)).toBe(code));

  test.each(["decrease", "collect", "burn", "increase"] as const)(
    "error: %s with another pool than the position's, or with none",
    async (name) => {
      expect(await codeOf(CALLS[name], {}, other)).toBe("calldata_rejected");
      expect(await codeOf(CALLS[name], { position: { key: other, info: INFO } })).toBe(
        "calldata_rejected",
      );
      const without = await checkPosition(contextOf({}), CALLS[name], planWith(undefined));
      expect(without).toMatchObject({ ok: false, code: "calldata_rejected" });
    },
  );

  test("error: pools with hooks keeping amounts or answering swaps: none in, all out", async () => {
    for (const bits of ["1", "2", "4", "8"]) {
      expect(await codeOf({ ...mint, pool: hooked(bits) })).toBe("hook_not_allowed");
      const world = { position: { key: hooked(bits), info: INFO } };
      for (const call of [decrease, collect, burn])
        expect([bits, await codeOf(call, world, hooked(bits))]).toEqual([bits, "ok"]);
    }
  });
});

describe("the pool's price", () => {
  const moved = { slot0: { sqrtPriceX96: MOVED, tick: -197_500, protocolFee: 0, lpFee: 500 } };

  test.each(["mint", "increase"] as const)("error: %s while it was moved by 6%%", async (name) => {
    expect(await check(CALLS[name], moved)).toMatchObject({
      ok: false,
      code: "swap_shield_blocked",
      details: { toleranceBps: 500, deltaBps: 600 },
    });
  });

  test("behavior: the tolerance is the operator's own, the default for the others", async () => {
    // The bounds were made for the price before; they are what is refused then.
    expect(await codeOf(mint, { ...moved, toleranceBps: 700 })).toBe(
      "simulation_differs_from_quote",
    );
    const anonymous = { ...contextOf({ ...moved, toleranceBps: 700 }), operator: undefined };
    expect(await checkPosition(anonymous, mint, planWith(pool))).toMatchObject({
      code: "swap_shield_blocked",
    });
  });

  test("error: without a feed there is nothing to compare with", async () => {
    expect(await codeOf(mint, { feed: false })).toBe("no_price_feed");
  });

  test("behavior: a mean over a short time stops the agent, and warns an owner", async () => {
    const window = { index: 0, cardinality: 1, cardinalityNext: 1 };
    expect(await codeOf(mint, { window })).toBe("oracle_window_too_short");
    // One slot holds the last observation alone: a mean over no time.
    expect(await check(mint, { window, mode: "manual" })).toMatchObject({
      ok: true,
      value: {
        poolPrice: { oracleWindowSec: 0 },
        oracleWarning: { windows: [{ symbol: "USDC" }] },
      },
    });
  });
});

describe("the second price of what is added", () => {
  test("default: a venue is asked both ways for the call's whole value, for nobody", async () => {
    expect(await codeOf(mint)).toBe("ok");
    // By hand at 2,500: 3.989 ETH and 9,246 dollars are 7.687 ETH, or 19,218 dollars; the pool is
    // at 2,499.99.
    expect(asked.map(({ venue, mode, taker }) => [venue, mode, taker])).toEqual([
      ["0x", "exactIn", undefined],
      ["0x", "exactIn", undefined],
    ]);
    const [sold, bought] = asked.map(({ amountBase }) => Number(amountBase));
    expect(Math.abs(sold! / 7.6874e18 - 1)).toBeLessThan(0.0001);
    expect(Math.abs(bought! / 19_218.5e6 - 1)).toBeLessThan(0.0001);
  });

  test.each<[string, World]>([
    [
      "the market is elsewhere: the oracle and a pool of one's own were moved 40%",
      { bid: 1_785, offer: 1_786 },
    ],
    ["the bid alone is right", { offer: 1_800 }],
    ["the offer alone is right: a bid is anybody's to place", { bid: 3_450, offer: 2_487.5 }],
    ["nobody buys it", { bid: null }],
    ["nobody sells it", { offer: null }],
  ])("error: the agent adds nothing where %s", async (_, world) => {
    for (const call of [mint, increase])
      expect(await check(call, world)).toMatchObject({
        ok: false,
        code: "second_price_differs",
        details: {
          poolPrice: expect.stringMatching(/^2499\.99|^2500/),
          oraclePrice: expect.any(String),
          toleranceBps: 500,
        },
      });
  });

  test("security: oracle and pool pushed within tolerance hold what adding may cost", async () => {
    // 4.6% from 2,390 to 2,500; 9,972.5 and 9,246 dollars.
    for (const prices of [
      { bid: 2_390, offer: 2_390 },
      { bid: 2_390, offer: 2_500 },
    ]) {
      const verdict = await check(mint, prices);
      expect(verdict).toMatchObject({ ok: true, value: { secondPrice: { deltaBps: 460 } } });
      expect(verdict).toHaveProperty("value.beside.worstBase", (19_218_500_000n * 460n) / 10_000n);
    }
    expect(await check(mint, { mode: "manual", bid: 2_390 })).not.toHaveProperty("value.beside");
    expect(await codeOf(mint, { unread: "convert" })).toBe("rpc_unavailable");
    expect(await codeOf(burn, { unread: "convert" })).toBe("ok");
  });

  test("behavior: whoever signs alone gets it as a warning, with the figures", async () => {
    expect(await check(mint, { mode: "manual", bid: 1_785, offer: 1_786 })).toMatchObject({
      ok: true,
      value: {
        warnings: [
          {
            code: "second_price_differs",
            details: {
              soldPrice: expect.stringMatching(/^178[45]/),
              boughtPrice: expect.stringMatching(/^178[56]/),
            },
          },
        ],
      },
    });
    expect(await check(mint, { mode: "manual", venue: "silent" })).toMatchObject({
      ok: true,
      value: { warnings: [{ code: "venue_unavailable" }] },
    });
  });

  test("error: a venue that did not answer is no agreement", async () => {
    expect(await codeOf(mint, { venue: "silent" })).toBe("venue_unavailable");
  });

  test("behavior: where the aggregator has no route the pools' own venue is asked", async () => {
    expect(await codeOf(mint, { bid: null })).toBe("second_price_differs");
    expect(asked.map(({ venue }) => venue).sort()).toEqual(["0x", "0x", "uniswap"]);
  });

  test("error: a plan that reckoned its value at a price unlike the pool's, or none", async () => {
    for (const planned of [0n, MOVED])
      expect(await checkPosition(contextOf({}), mint, planWith(pool, planned))).toMatchObject({
        ok: false,
        code: "simulation_differs_from_quote",
      });
  });

  test("behavior: a way out asks nobody", async () => {
    for (const call of [decrease, collect, burn]) {
      expect(await codeOf(call, { venue: "silent", bid: null })).toBe("ok");
      expect(asked).toEqual([]);
    }
  });
});

describe("a hook that is asked when liquidity is taken out", () => {
  // Bits 9 and 8 of its address: before and after (Uniswap v4-core, Hooks.sol).
  const held = (bits: string) => ({ ...pool, hooks: `0x${"ab".repeat(18)}${bits}` as const });

  test.each(["0200", "0100", "0300", "0b00"])(
    "error: the agent adds nothing to its pool (%s) unless the limits name it",
    async (bits) => {
      const of = held(bits);
      const world = { position: { key: of, info: INFO } };
      for (const call of [{ ...mint, pool: of }, increase]) {
        expect(await check(call, world, of)).toMatchObject({
          ok: false,
          code: "hook_not_allowed",
          details: { hooks: of.hooks, allowed: "named" },
        });
        expect(await codeOf(call, { ...world, named: [] }, of)).toBe("hook_not_allowed");
        expect(await codeOf(call, { ...world, named: [of.hooks] }, of)).toBe("ok");
        expect(await check(call, { ...world, mode: "manual" }, of)).toMatchObject({
          ok: true,
          value: { warnings: [{ code: "hook_not_allowed" }] },
        });
      }
      for (const call of [decrease, collect, burn])
        expect(await codeOf(call, world, of)).toBe("ok");
    },
  );

  test.each(["0400", "0800", "2000", "00f0"])(
    "default: hooks of other moments (%s) are no matter of this check",
    async (bits) => {
      const of = held(bits);
      expect(await codeOf({ ...mint, pool: of }, { position: { key: of, info: INFO } }, of)).toBe(
        "ok",
      );
    },
  );
});

describe("a way out", () => {
  /**
   * By hand, at the moved price s = 5.1478e-5 between sl = e^-9.9995 and su = e^-9.7995: L (1/s -
   * 1/su) = 1.39 of the coin and L (s - sl) = 6,055 dollars come out; at least these.
   */
  const movedBounds = {
    amount0MinBase: 1_390_000_000_000_000_000n,
    amount1MinBase: 6_000_000_000n,
  };
  const moved = { slot0: { sqrtPriceX96: MOVED, tick: -197_500, protocolFee: 0, lpFee: 500 } };
  const exits = { decrease: { ...decrease, ...movedBounds }, collect } as const;

  test.each(Object.keys(exits) as (keyof typeof exits)[])(
    "behavior: %s out of a pool that is 6 percent away",
    async (name) => expect(await codeOf(exits[name], moved)).toBe("ok"),
  );

  /** Of one in a thousand, the least that is taken of what comes out. */
  async function leastOf(call: LiquidityCall, world: World = {}, of: CallPlan["pool"] = pool) {
    const verdict = await check(call, world, of);
    const exit = verdict.ok ? verdict.value.beside?.exit : undefined;
    return (
      exit && (exit.markBase === 0n ? exit : Number((exit.leastBase * 1_000n) / exit.markBase))
    );
  }

  test("behavior: what comes out at the pool's price and its least, in one unit", async () => {
    /**
     * By hand, as below, at s = 5e-5: L (1/s - 1/su) = 1.97509 of the coin at 2,500 and L (s - sl)
     * = 4,577 dollars are 9,515.
     */
    const half = { amount0MinBase: 1_974_000_000_000_000_000n, amount1MinBase: 4_570_000_000n };
    expect(await leastOf({ ...decrease, ...half })).toBe(998);
    expect(await leastOf(decrease)).toBe(992);
    // 4% less of one token alone; the other is whole.
    expect(
      await leastOf({ ...decrease, ...half, amount0MinBase: 1_896_000_000_000_000_000n }),
    ).toBe(978);
    expect(await leastOf(collect)).toEqual({ markBase: 0n, leastBase: 0n });
  });

  test.each(["0200", "0100", "0001", "0002"])(
    "error: a hook that acts on a removal (%s) may keep fees, so nothing says the least",
    async (bits) => {
      const of = { ...pool, hooks: `0x${"ab".repeat(18)}${bits}` as const };
      for (const call of [decrease, collect, burn])
        expect(await leastOf(call, { position: { key: of, info: INFO } }, of)).toBe(undefined);
    },
  );

  test("behavior: how far the pool is from the oracle is told, and decides nothing", async () => {
    expect(await check(exits.decrease, moved)).toMatchObject({
      ok: true,
      value: { poolPrice: { deltaBps: 600, toleranceBps: 500, oracleWindowSec: 300 } },
    });
  });

  test.each<[string, World]>([
    ["without a feed", { feed: false }],
    [
      "with an oracle that remembers nothing",
      { window: { index: 0, cardinality: 1, cardinalityNext: 1 } },
    ],
    ["with an oracle that does not answer", { unread: "twap" }],
    ["with feeds that were not read", { unread: "feed" }],
    ["with a window that was not read", { unread: "window" }],
  ])("behavior: %s everything comes out", async (_, world) => {
    for (const call of [decrease, burn, collect]) expect(await codeOf(call, world)).toBe("ok");
  });

  test("error: its own minimum holds at any price", async () => {
    expect(await codeOf({ ...exits.decrease, amount1MinBase: 1n }, moved)).toBe(
      "simulation_differs_from_quote",
    );
  });
});

describe("what was not read", () => {
  test.each(["slot0", "twap", "feed", "window"] as const)(
    "error: %s, of what goes in",
    async (unread) => expect(await codeOf(mint, { unread })).toBe("rpc_unavailable"),
  );
  test.each(["slot0", "ids", "position", "liquidity"] as const)(
    "error: %s, of what comes out",
    async (unread) => expect(await codeOf(decrease, { unread })).toBe("rpc_unavailable"),
  );
});
