import {
  type Address,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
} from "viem";
import { describe, expect, test } from "vitest";
import { PERP_LIMITS } from "../../../schemas/perp-limits.ts";
import type { HyperliquidCall, HyperliquidOrder } from "../../../src/calldata/hyperliquid-call.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { vaultAbi } from "../../../src/chain/vault-reads.ts";
import { checkHyperliquidAction } from "../../../src/hyperliquid/check-hyperliquid-action.ts";
import { encodeCall } from "../../../src/hyperliquid/encode-call.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { allow } from "../../../src/lib/verdict.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { HyperliquidVenue } from "../../../src/venues/hyperliquid-port.ts";
import { fakeApis } from "../../support/fake-apis.ts";
import { silentHyperliquid } from "../../support/silent-hyperliquid.ts";
import { hyperliquidFacts } from "./support/hyperliquid-facts.ts";

const vault: Address = "0x1111111111111111111111111111111111111111";
const usdc: Address = "0xb88339cb7199b77e23db6e890353e22632ba630f";
const E8 = 100_000_000n;
const NOW_SEC = 1_790_000_000;
const usd = (whole: number) => BigInt(whole) * 1_000_000n;

type World = {
  viewBase?: bigint;
  viewAfterBase?: bigint;
  heldBase?: bigint;
  baseToken?: Address;
  blockSec?: number;
  /** NAV per unit that was the highest of 24 hours; now it is 1,000,000. */
  baseline?: string;
  /** What the store says of orders that venue and chain may not show yet. */
  unshown?: object[];
  venue?: HyperliquidVenue;
  down?: boolean;
  /** Words that a precompile answers with, by its last two digits. */
  precompiles?: Record<string, Hex>;
};

const balanceAbi = parseAbi(["function balanceOf(address account) view returns (uint256)"]);
const named = (name: string) =>
  toFunctionSelector(
    vaultAbi.find((item) => item.type === "function" && item.name === name) as never,
  );

/**
 * 45,000 USDC on chain 999 and 5,000 at the venue, of which the vault's own view sees everything.
 */
function contextOf(world: World): ExecutionContext {
  const {
    viewBase = usd(50_000),
    viewAfterBase = viewBase,
    heldBase = usd(45_000),
    baseToken = usdc,
  } = world;
  const nav = (totalValue: bigint) => ({
    totalValue,
    unitaryValue: totalValue / 50_000n,
    timestamp: 1n,
  });
  const answers: Record<string, () => Hex> = {
    [named("getActiveTokens")]: () =>
      encodeFunctionResult({
        abi: vaultAbi,
        functionName: "getActiveTokens",
        result: { activeTokens: [], baseToken },
      }),
    [named("getNavDataView")]: () =>
      encodeFunctionResult({
        abi: vaultAbi,
        functionName: "getNavDataView",
        result: nav(viewBase),
      }),
    [named("multicall")]: () =>
      encodeFunctionResult({
        abi: vaultAbi,
        functionName: "multicall",
        result: [
          "0x",
          encodeFunctionResult({
            abi: vaultAbi,
            functionName: "getNavDataView",
            result: nav(viewAfterBase),
          }),
        ],
      }),
    [named("totalSupply")]: () => numberToHex(50_000_000_000n, { size: 32 }),
    [toFunctionSelector("balanceOf(address)")]: () =>
      encodeFunctionResult({ abi: balanceAbi, functionName: "balanceOf", result: heldBase }),
  };
  const outcomeOf = (call: RpcCall<unknown>): RpcOutcome<unknown> => {
    if (world.down === true) return { ok: false, kind: "unavailable", message: "down" };
    if (call.method === "eth_getBlockByNumber") {
      const timestamp = numberToHex(world.blockSec ?? NOW_SEC);
      return { ok: true, value: call.read({ number: "0x1", timestamp, baseFeePerGas: "0x1" }) };
    }
    const [{ to, data }] = call.params as [{ to: Address; data: Hex }];
    const precompile = world.precompiles?.[to.slice(-2)] ?? hyperliquidFacts.precompile(to);
    if (precompile === "0x")
      return { ok: false, kind: "reverted", data: "0x", message: "invalid input" };
    const result = precompile ?? answers[data.slice(0, 10)]?.();
    if (result === undefined) throw new Error(`nobody answers ${to} ${data}`);
    return { ok: true, value: call.read(result) };
  };
  const chain = {
    chainId: 999,
    addresses: { usdc },
    rpc: { send: async (calls: readonly RpcCall<unknown>[]) => calls.map(outcomeOf) },
  };
  const perpLimits = Object.fromEntries(
    Object.entries(PERP_LIMITS).map(([name, one]) => [name, one.default]),
  );
  const deps = {
    clock: { nowMs: () => NOW_SEC * 1_000 },
    chain: () => chain,
    api: fakeApis({
      hyperliquid: world.venue ?? { ...hyperliquidFacts.venue, openOrders: async () => allow([]) },
    }),
    redis: { run: async () => JSON.stringify({ found: world.unshown ?? [] }) },
    keys: createKeys("sx:"),
  };
  // Only what the check uses.
  return {
    deps,
    vault,
    chainId: 999,
    executionMode: "delegated",
    stored: async () => ({ perpLimits, settings: {}, navBaseline: world.baseline ?? null }),
  } as unknown as ExecutionContext;
}

const plan = { facts: { owner: vault, block: { number: 1n } } } as unknown as CallPlan;
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
const checked = async (call: HyperliquidCall, world: World = {}) => {
  const verdict = await checkHyperliquidAction(contextOf(world), call, plan);
  return verdict.ok ? verdict.value : `${verdict.code} ${verdict.details?.limit ?? ""}`.trim();
};

describe("an order that opens", () => {
  test("default: within the limits, with the figures that decided", async () => {
    // 3,000 of 5,000 at the venue, 6% of 50,000.
    expect(await checked(order())).toMatchObject({
      navShield: {
        measured: true,
        lossBps: 0,
        before: "1000000",
        after: "1000000",
        baseline: null,
      },
      perpEntry: {
        ...{
          leverageHundredths: "61",
          collateralBps: "601",
          notionalBps: "601",
          priceDeviationBps: "0",
          priceAgeSec: 0,
        },
        liquidationDistanceBps: null,
      },
      // At the mark nothing is lost.
      beside: { worstPpb: 0 },
    });
  });

  test("behavior: what it may lose to the mark counts in the loss budget, as an exit", async () => {
    // 30 of 50,000 USDC.
    expect(await checked(order({ limitPriceE8: 3_030n * E8 }))).toMatchObject({
      beside: { worstPpb: expect.closeTo(600_000, -2) },
    });
  });

  test("error: a price as old as the block that it is of", async () => {
    expect(await checked(order(), { blockSec: NOW_SEC - 60 })).toMatchObject({
      perpEntry: { priceAgeSec: 60 },
    });
    expect(await checked(order(), { blockSec: NOW_SEC - 61 })).toBe("perp_price_stale");
  });

  test("behavior: its value is the lower of the vault's own view and the sum", async () => {
    expect(await checked(order(), { viewBase: usd(20_000) })).toBe(
      "perp_limit_exceeded maxCollateralBps",
    );
    expect(await checked(order(), { heldBase: usd(15_000) })).toBe(
      "perp_limit_exceeded maxCollateralBps",
    );
  });

  test("error: what cannot be bounded is not built", async () => {
    expect(await checked(order(), { viewBase: 0n })).toBe("nav_shield_blocked");
    expect(await checked(order(), { baseToken: vault })).toBe("nav_shield_blocked");
    expect(await checked(order(), { down: true })).toBe("rpc_unavailable");
    expect(await checked(order(), { venue: silentHyperliquid })).toBe("venue_unavailable");
    expect(await checked(order(), { precompiles: { "06": "0x" } })).toBe("perp_market_unknown");
    const word = (value: number) => value.toString(16).padStart(64, "0");
    const isolated: Hex = `0x${[0, 0, 0, 20, 1].map(word).join("")}`;
    expect(await checked(order(), { precompiles: { "13": isolated } })).toBe(
      "perp_action_forbidden",
    );
  });

  test("behavior: resting orders count, those that only reduce do not", async () => {
    const resting = (reduceOnly: boolean): HyperliquidVenue => ({
      ...hyperliquidFacts.venue,
      openOrders: async () => {
        const open = await hyperliquidFacts.venue.openOrders(vault);
        return open.ok
          ? allow(open.value.map((one) => ({ ...one, leftE8: 8n * E8, reduceOnly })))
          : open;
      },
    });
    expect(await checked(order(), { venue: resting(false) })).toBe(
      "perp_limit_exceeded maxLeverage",
    );
    expect(await checked(order(), { venue: resting(true) })).toMatchObject({
      perpEntry: { leverageHundredths: "61" },
    });
  });

  describe("after another order of the agent's", () => {
    const cloid = `0x${"1d".repeat(16)}`;
    const unshown = (ageMs: number, changes: Partial<HyperliquidOrder> = {}) => ({
      ...{
        id: "call:1",
        status: "confirmed",
        hashes: `0x${"0".repeat(64)}`,
        createdAt: NOW_SEC * 1_000 - ageMs,
      },
      data: encodeCall(order({ sizeE8: 8n * E8, cloid: BigInt(cloid), ...changes })),
    });
    const venue = (placedMs?: number): HyperliquidVenue => ({
      ...hyperliquidFacts.venue,
      openOrders: async () => allow([]),
      order: async (_, id) => {
        expect(id).toBe(cloid);
        const open = await hyperliquidFacts.venue.openOrders(vault);
        const [found] = open.ok ? open.value : [];
        if (found === undefined || placedMs === undefined) return allow(null);
        return allow({ order: { ...found, placedMs }, status: "filled", statusMs: placedMs });
      },
    });
    const alone = { perpEntry: { leverageHundredths: "61" } };

    test("behavior: unshown, it holds the next a minute at most, then counts in full", async () => {
      const young = await checkHyperliquidAction(
        contextOf({ unshown: [unshown(1)], venue: venue() }),
        order(),
        plan,
      );
      expect(young).toMatchObject({ code: "perp_entry_pending", details: { waitSec: 60 } });
      expect(await checked(order(), { unshown: [unshown(59_999)], venue: venue() })).toBe(
        "perp_entry_pending",
      );
      const old = { unshown: [unshown(60_000)], venue: venue() };
      // 8 and 1 at 3,000 behind 5,000.
      expect(await checked(order(), old)).toBe("perp_limit_exceeded maxLeverage");
      const small = { unshown: [unshown(60_000, { sizeE8: E8 })], venue: venue() };
      expect(await checked(order(), small)).toMatchObject({
        perpEntry: { leverageHundredths: "121" },
        beside: { perp: { isEntry: true, shown: [], counted: ["call:1"] } },
      });
      // An hour later it still may be mined: it counts as long as nobody says what became of it.
      expect(await checked(order(), { ...old, unshown: [unshown(3_600_000)] })).toBe(
        "perp_limit_exceeded maxLeverage",
      );
    });

    test("behavior: one that the venue shows is in the account, and nothing waits", async () => {
      const shown = { unshown: [unshown(1)], venue: venue(NOW_SEC * 1_000) };
      expect(await checked(order(), shown)).toMatchObject({
        ...alone,
        beside: { perp: { isEntry: true, shown: ["call:1"], counted: [] } },
      });
      // Of the chain's view, which may be a block behind, and the venue's own the riskier one
      // counts.
      const account: HyperliquidVenue["account"] = async () =>
        allow({
          ...{ accountValueBase: usd(5_000), notionalBase: usd(23_000), marginUsedBase: 0n },
          ...{ withdrawableBase: 0n, positions: [] },
        });
      expect(await checked(order(), { ...shown, venue: { ...shown.venue, account } })).toBe(
        "perp_limit_exceeded maxLeverage",
      );
    });

    test("attack: an older order with the same id is another one", async () => {
      const old = NOW_SEC * 1_000 - 70_000;
      expect(await checked(order(), { unshown: [unshown(1)], venue: venue(old) })).toBe(
        "perp_entry_pending",
      );
      expect(await checked(order(), { unshown: [unshown(60_000)], venue: venue(old) })).toBe(
        "perp_limit_exceeded maxLeverage",
      );
    });

    test("error: a venue that does not answer shows nothing", async () => {
      const silent = { ...venue(), order: silentHyperliquid.order };
      expect(await checked(order(), { unshown: [unshown(1)], venue: silent })).toBe(
        "venue_unavailable",
      );
    });

    test("behavior: who signs alone does not wait: it counts in full at once", async () => {
      const context = contextOf({ unshown: [unshown(1, { sizeE8: E8 })], venue: venue() });
      const verdict = await checkHyperliquidAction(
        { ...context, executionMode: "manual" },
        order(),
        plan,
      );
      expect(verdict).toMatchObject({
        ok: true,
        value: { perpEntry: { leverageHundredths: "121" } },
      });
    });

    test("behavior: margin on its way out is gone for an entry, which waits for it", async () => {
      const taking = {
        ...unshown(60_000),
        data: encodeCall({ kind: "hlClassTransfer", amountBase: usd(4_500) }),
      };
      const ledger =
        (amountBase: bigint): HyperliquidVenue["ledger"] =>
        async (_, sinceMs) =>
          allow([
            { type: "accountClassTransfer", amountBase, toPerp: false, timeMs: sinceMs + 6_000 },
          ]);
      const seen = (amountBase: bigint) => ({ ...venue(), ledger: ledger(amountBase) });
      const young = { ...taking, createdAt: NOW_SEC * 1_000 };
      expect(await checked(order(), { unshown: [young], venue: seen(1n) })).toBe(
        "perp_entry_pending",
      );
      expect(await checked(order(), { unshown: [taking], venue: seen(1n) })).toBe(
        "perp_limit_exceeded maxLeverage",
      );
      expect(await checked(order(), { unshown: [young], venue: seen(usd(4_500)) })).toMatchObject(
        alone,
      );
    });

    test("behavior: right before it is sent the attempt itself is not another", async () => {
      const context = contextOf({ unshown: [unshown(0)], venue: venue() });
      expect(await checkHyperliquidAction(context, order(), plan, "call:1")).toMatchObject({
        ok: true,
        value: alone,
      });
    });
  });

  test("error: one that only makes a position smaller has to say so", async () => {
    const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, "0");
    const held: Hex = `0x${[-20_000n, 6_000_000_000n, 0n, 20n, 0n].map(word).join("")}`;
    expect(await checked(order(), { precompiles: { "13": held } })).toBe("perp_action_forbidden");
  });
});

describe("a deposit", () => {
  const deposit = (whole: number): HyperliquidCall => ({
    kind: "hlDeposit",
    amountBase: usd(whole),
  });

  test("behavior: a tenth of the value at once, to the unit", async () => {
    expect(await checked(deposit(5_000))).toMatchObject({ navShield: { lossBps: 0 } });
    expect(await checked({ kind: "hlDeposit", amountBase: usd(5_000) + 1n })).toBe(
      "perp_limit_exceeded maxCollateralBps",
    );
  });

  test("error: one after which the vault's own view is lower, or that cannot be seen", async () => {
    expect(await checked(deposit(10), { viewAfterBase: usd(50_000) - 1n })).toBe(
      "nav_shield_blocked",
    );
    expect(await checked(deposit(10), { viewBase: 0n })).toBe("nav_shield_blocked");
    expect(await checked(deposit(10), { down: true })).toBe("rpc_unavailable");
  });
});

test("error: a tenth under its 24-hour high a vault opens, deposits; below, neither", async () => {
  const deposit: HyperliquidCall = { kind: "hlDeposit", amountBase: usd(100) };
  for (const call of [order(), deposit]) {
    // 1,000,000 is exactly 10% below 1,111,111.1.
    expect(await checked(call, { baseline: "1111111" })).toMatchObject({
      navShield: { baseline: "1111111" },
    });
    expect(await checked(call, { baseline: "1111112" })).toBe("nav_shield_blocked");
  }
});

describe("a way out", () => {
  const exit = (price: bigint, changes: Partial<HyperliquidOrder> = {}) =>
    order({ reduceOnly: true, isBuy: false, limitPriceE8: price * E8, ...changes });
  const short = "13";
  const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, "0");
  const holding = (lots: bigint): World => ({
    precompiles: { [short]: `0x${[lots, 0n, 0n, 20n, 0n].map(word).join("")}` },
  });

  test("error: price at most a tenth worse than the mark, refusal names what passes", async () => {
    // The mark is 3,000.
    for (const [price, isBuy, passing] of [
      [30n, false, "2700"],
      [2_699n, false, "2700"],
      [3_301n, true, "3300"],
    ] as const) {
      const call = exit(price, { isBuy });
      expect(await checked(call)).toBe("perp_price_off");
      const verdict = await checkHyperliquidAction(contextOf({}), call, plan);
      expect(verdict).toMatchObject({
        details: { passingPrice: passing, mark: "3000", maxPriceDeviationBps: 1_000 },
      });
      expect(verdict.ok || verdict.message).toContain(`A price of ${passing} passes.`);
      expect(await checked({ ...call, limitPriceE8: BigInt(passing) * E8 })).toMatchObject({
        beside: {},
      });
    }
    expect(await checked(exit(9_000n))).toEqual({ beside: { worstPpb: 0 } });
  });

  test("behavior: what fills at once says its least of the mark; what rests nothing", async () => {
    const figures = { markBase: 3_000n * E8, leastBase: 2_970n * E8 };
    for (const [price, isBuy] of [
      [2_970n, false],
      [3_030n, true],
    ] as const) {
      expect(await checked(exit(price, { isBuy, tif: "ioc" }))).toMatchObject({
        beside: { exit: figures },
      });
      for (const tif of ["gtc", "alo"] as const)
        expect(await checked(exit(price, { isBuy, tif }))).not.toHaveProperty("beside.exit");
    }
    expect(await checked(order({ tif: "ioc" }))).not.toHaveProperty("beside.exit");
    // An order that is cancelled may be its owner's stop loss; margin and spot have no mark.
    for (const call of [
      { kind: "hlCancel", asset: 1, oid: 7n, cloid: null },
      { kind: "hlClassTransfer", amountBase: 1n },
      { kind: "hlSpotSend", destination: vault, amountE8: 1n },
    ] as const)
      expect(await checked(call)).not.toHaveProperty("beside.exit");
  });

  test("behavior: what it may lose counts in the loss budget, up to the position", async () => {
    // 300 of 50,000 USDC are 0.6%, and a unit for what was cut off.
    const worstPpb = 6_000_000 + 1;
    for (const world of [{}, holding(10_000n)])
      expect(await checked(exit(2_700n), world)).toMatchObject({
        beside: { worstPpb: expect.closeTo(worstPpb, -2) },
      });
    expect(await checked(exit(2_700n, { sizeE8: 9n * E8 }), holding(10_000n))).toMatchObject({
      beside: { worstPpb: expect.closeTo(worstPpb, -2) },
    });
    // Without a value of the vault the account's own is the measure, which is the lower of the two:
    // 300 of 5,000.
    expect(await checked(exit(2_700n), { baseToken: vault })).toMatchObject({
      beside: { worstPpb: expect.closeTo(60_000_000, -3) },
    });
  });

  test("behavior: only the mark holds it up: no venue, vault value or block's age", async () => {
    const nothing = { venue: silentHyperliquid, viewBase: 0n, blockSec: 1, baseline: "9999999" };
    expect(await checked(exit(2_700n), nothing)).toMatchObject({ beside: {} });
    expect(await checked(exit(2_700n), { down: true })).toBe("rpc_unavailable");
    expect(await checked(exit(2_700n), { precompiles: { "06": "0x" } })).toBe(
      "perp_market_unknown",
    );
    expect(await checked(exit(2_700n), { precompiles: { "06": `0x${"0".repeat(64)}` } })).toBe(
      "rpc_unavailable",
    );
  });

  test("behavior: an owner who signs alone is warned instead", async () => {
    const context = { ...contextOf({}), executionMode: "manual" } as ExecutionContext;
    expect(await checkHyperliquidAction(context, exit(30n), plan)).toMatchObject({
      ...{
        ok: true,
        value: { warnings: [{ code: "perp_price_off", details: { passingPrice: "2700" } }] },
      },
    });
  });

  test("behavior: what cancels, or brings money back, asks nobody, whatever is down", async () => {
    const nothing = { down: true, venue: silentHyperliquid, viewBase: 0n, blockSec: 1 };
    for (const call of [
      { kind: "hlCancel", asset: 1, oid: 5n, cloid: null },
      {
        kind: "hlSpotSend",
        destination: "0x2000000000000000000000000000000000000000",
        amountE8: E8,
      },
    ] as const)
      expect(await checked(call, nothing)).toEqual({});
  });
});
