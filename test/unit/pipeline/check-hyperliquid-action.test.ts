import { type Address, encodeFunctionResult, type Hex, numberToHex, parseAbi, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { PERP_LIMITS } from "../../../schemas/perp-limits.ts";
import type { VenueOrder } from "../../../schemas/venue-order.ts";
import type { HyperliquidCall, HyperliquidOrder } from "../../../src/calldata/hyperliquid-call.ts";
import { vaultAbi } from "../../../src/chain/abis/vault-abi.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { allow } from "../../../src/lib/allow.ts";
import { checkHyperliquidAction } from "../../../src/pipeline/check-hyperliquid-action.ts";
import type { ExecutionContext } from "../../../src/pipeline/execution-context.ts";
import type { CallPlan } from "../../../src/pipeline/plan.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { HyperliquidVenue } from "../../../src/venues/hyperliquid-port.ts";
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
  /** What the store says of orders that are followed. */
  followed?: VenueOrder[];
  venue?: HyperliquidVenue;
  down?: boolean;
  /** Words that a precompile answers with, by its last two digits. */
  precompiles?: Record<string, Hex>;
};

const balanceAbi = parseAbi(["function balanceOf(address account) view returns (uint256)"]);
const named = (name: string) =>
  toFunctionSelector(vaultAbi.find((item) => item.type === "function" && item.name === name) as never);

/** 45,000 USDC on chain 999 and 5,000 at the venue, of which the vault's own view sees everything. */
function contextOf(world: World): ExecutionContext {
  const { viewBase = usd(50_000), viewAfterBase = viewBase, heldBase = usd(45_000), baseToken = usdc } = world;
  const nav = (totalValue: bigint) => ({ totalValue, unitaryValue: totalValue / 50_000n, timestamp: 1n });
  const answers: Record<string, () => Hex> = {
    [named("getActiveTokens")]: () =>
      encodeFunctionResult({ abi: vaultAbi, functionName: "getActiveTokens", result: { activeTokens: [], baseToken } }),
    [named("getNavDataView")]: () =>
      encodeFunctionResult({ abi: vaultAbi, functionName: "getNavDataView", result: nav(viewBase) }),
    [named("multicall")]: () =>
      encodeFunctionResult({
        abi: vaultAbi,
        functionName: "multicall",
        result: [
          "0x",
          encodeFunctionResult({ abi: vaultAbi, functionName: "getNavDataView", result: nav(viewAfterBase) }),
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
    if (precompile === "0x") return { ok: false, kind: "reverted", data: "0x", message: "invalid input" };
    const result = precompile ?? answers[data.slice(0, 10)]?.();
    if (result === undefined) throw new Error(`nobody answers ${to} ${data}`);
    return { ok: true, value: call.read(result) };
  };
  const chain = {
    chainId: 999,
    addresses: { usdc },
    rpc: { send: async (calls: readonly RpcCall<unknown>[]) => calls.map(outcomeOf) },
  };
  const perpLimits = Object.fromEntries(Object.entries(PERP_LIMITS).map(([name, one]) => [name, one.default]));
  const deps = {
    clock: { nowMs: () => NOW_SEC * 1_000 },
    chain: () => chain,
    hyperliquid: world.venue ?? { ...hyperliquidFacts.venue, openOrders: async () => allow([]) },
    redis: { run: async () => JSON.stringify({ open: (world.followed ?? []).map(storedOf), ended: [] }) },
    keys: createKeys("sx:"),
  };
  // Only what the check uses.
  return {
    deps,
    vault,
    chainId: 999,
    stored: async () => ({ perpLimits, settings: {}, navBaseline: world.baseline ?? null }),
  } as unknown as ExecutionContext;
}

/** As the store's script shows it: what was ordered, as text, and beside it what became of it. */
const storedOf = ({ status, hash, looks, nextLookMs, ...opened }: VenueOrder) => ({
  ...{ json: JSON.stringify(opened), status, hash, looks, nextLookMs },
});

const plan = { facts: { owner: vault, block: { number: 1n } } } as unknown as CallPlan;
const order = (changes: Partial<HyperliquidOrder> = {}): HyperliquidOrder => ({
  ...{ kind: "hlOrder", asset: 1, isBuy: true, limitPriceE8: 3_000n * E8, sizeE8: E8, reduceOnly: false },
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
      navShield: { measured: true, lossBps: 0, before: "1000000", after: "1000000", baseline: null },
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
    });
  });

  test("error: a price as old as the block that it is of", async () => {
    expect(await checked(order(), { blockSec: NOW_SEC - 60 })).toMatchObject({ perpEntry: { priceAgeSec: 60 } });
    expect(await checked(order(), { blockSec: NOW_SEC - 61 })).toBe("perp_price_stale");
  });

  test("behavior: the lower of the vault's own view and what can be added up is its value", async () => {
    expect(await checked(order(), { viewBase: usd(20_000) })).toBe("perp_limit_exceeded maxCollateralBps");
    expect(await checked(order(), { heldBase: usd(15_000) })).toBe("perp_limit_exceeded maxCollateralBps");
  });

  test("error: what cannot be bounded is not built", async () => {
    expect(await checked(order(), { viewBase: 0n })).toBe("nav_shield_blocked");
    expect(await checked(order(), { baseToken: vault })).toBe("nav_shield_blocked");
    expect(await checked(order(), { down: true })).toBe("rpc_unavailable");
    expect(await checked(order(), { venue: silentHyperliquid })).toBe("venue_unavailable");
    expect(await checked(order(), { precompiles: { "06": "0x" } })).toBe("perp_market_unknown");
    const word = (value: number) => value.toString(16).padStart(64, "0");
    const isolated: Hex = `0x${[0, 0, 0, 20, 1].map(word).join("")}`;
    expect(await checked(order(), { precompiles: { "13": isolated } })).toBe("perp_action_forbidden");
  });

  test("behavior: resting orders count, those that only reduce do not", async () => {
    const resting = (reduceOnly: boolean): HyperliquidVenue => ({
      ...hyperliquidFacts.venue,
      openOrders: async () => {
        const open = await hyperliquidFacts.venue.openOrders(vault);
        return open.ok ? allow(open.value.map((one) => ({ ...one, leftE8: 8n * E8, reduceOnly }))) : open;
      },
    });
    expect(await checked(order(), { venue: resting(false) })).toBe("perp_limit_exceeded maxLeverage");
    expect(await checked(order(), { venue: resting(true) })).toMatchObject({ perpEntry: { leverageHundredths: "61" } });
  });

  test("behavior: an order of the last minute that the venue has not heard of counts, one that it knows is counted there", async () => {
    const hash = `0x${"0".repeat(64)}` as const;
    const followed = (changes: Partial<VenueOrder> = {}): VenueOrder => ({
      ...{ id: "call:1", vault, chainId: 999, operator: vault, family: "perp_b", summary: "Buy", hash },
      ...{ createdAt: NOW_SEC * 1_000 - 59_999, status: "waiting", looks: 0, nextLookMs: NOW_SEC * 1_000 },
      ordered: { cloid: `0x${"1d".repeat(16)}`, asset: "1", size: "8", limitPrice: "3000" },
      ...changes,
    });
    const venue = (heard: boolean): HyperliquidVenue => ({
      ...hyperliquidFacts.venue,
      openOrders: async () => allow([]),
      order: async () => {
        const open = await hyperliquidFacts.venue.openOrders(vault);
        const [order] = open.ok ? open.value : [];
        return allow(heard && order !== undefined ? { order, status: "filled", statusMs: 1 } : null);
      },
    });
    const alone = { perpEntry: { leverageHundredths: "61" } };
    const unheard = { followed: [followed()], venue: venue(false) };
    expect(await checked(order(), unheard)).toBe("perp_limit_exceeded maxLeverage");
    expect(await checked(order(), { followed: [followed()], venue: venue(true) })).toMatchObject(alone);
    const late = followed({ createdAt: NOW_SEC * 1_000 - 60_000 });
    expect(await checked(order(), { ...unheard, followed: [late] })).toMatchObject(alone);
    const closing = followed({ ordered: { ...followed().ordered, reduceOnly: "true" } });
    expect(await checked(order(), { ...unheard, followed: [closing] })).toMatchObject(alone);
    expect(await checked(order(), { ...unheard, followed: [followed({ family: "perp_a" })] })).toMatchObject(alone);
    const silent = { ...venue(false), order: silentHyperliquid.order };
    expect(await checked(order(), { ...unheard, venue: silent })).toBe("venue_unavailable");
  });

  test("error: one that only makes a position smaller has to say so", async () => {
    const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, "0");
    const held: Hex = `0x${[-20_000n, 6_000_000_000n, 0n, 20n, 0n].map(word).join("")}`;
    expect(await checked(order(), { precompiles: { "13": held } })).toBe("perp_action_forbidden");
  });
});

describe("a deposit", () => {
  const deposit = (whole: number): HyperliquidCall => ({ kind: "hlDeposit", amountBase: usd(whole) });

  test("behavior: a tenth of the value at once, to the unit", async () => {
    expect(await checked(deposit(5_000))).toMatchObject({ navShield: { lossBps: 0 } });
    expect(await checked({ kind: "hlDeposit", amountBase: usd(5_000) + 1n })).toBe(
      "perp_limit_exceeded maxCollateralBps",
    );
  });

  test("error: one after which the vault's own view is lower, or that cannot be seen", async () => {
    expect(await checked(deposit(10), { viewAfterBase: usd(50_000) - 1n })).toBe("nav_shield_blocked");
    expect(await checked(deposit(10), { viewBase: 0n })).toBe("nav_shield_blocked");
    expect(await checked(deposit(10), { down: true })).toBe("rpc_unavailable");
  });
});

test("error: a tenth below its 24-hour high a vault opens and deposits, below that it does neither", async () => {
  const deposit: HyperliquidCall = { kind: "hlDeposit", amountBase: usd(100) };
  for (const call of [order(), deposit]) {
    // 1,000,000 is exactly 10% below 1,111,111.1.
    expect(await checked(call, { baseline: "1111111" })).toMatchObject({ navShield: { baseline: "1111111" } });
    expect(await checked(call, { baseline: "1111112" })).toBe("nav_shield_blocked");
  }
});

test("behavior: a way out asks nobody, whatever is down and however low the value is", async () => {
  const nothing = { down: true, venue: silentHyperliquid, viewBase: 0n, blockSec: 1 };
  for (const call of [
    order({ reduceOnly: true, limitPriceE8: 1n }),
    { kind: "hlCancel", asset: 1, oid: 5n, cloid: null },
    { kind: "hlSpotSend", destination: "0x2000000000000000000000000000000000000000", amountE8: E8 },
  ] as const)
    expect(await checked(call, nothing)).toEqual({});
});
