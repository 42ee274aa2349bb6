import { randomUUID } from "node:crypto";
import { type Address, decodeFunctionData, parseAbi } from "viem";
import { beforeEach, describe, expect, test } from "vitest";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import type { Deps } from "../../../src/deps.ts";
import type { SwapRequest } from "../../../src/kinds/venue.ts";
import { watchPrices } from "../../../src/schedule/watch-prices.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { createSimRedis } from "../../simulation/redis/create-sim-redis.ts";
import { tablesOf } from "../../support/tables-of.ts";
import { delegationOf, newAddress, T0 } from "../store/support/records.ts";

const MINUTE = 60_000;
const LOOK = 5 * MINUTE;
const ETH = 10n ** 18n;
const BASE = chainAddresses(8453);
const addressOf = (symbol: string): Address =>
  BASE.tokens.find((one) => one.symbol === symbol)!.address;
/** The deep tokens of Base beside the wrapped coin, and what a coin buys of each. */
const MARKET = new Map([
  [addressOf("USDC"), 2_500_000_000n],
  [addressOf("USDT"), 2_500_000_000n],
  [addressOf("DAI"), 2_500n * ETH],
  [addressOf("cbBTC"), 2_500_000n],
]);
const reads = parseAbi([
  "function convertTokenAmount(address token, int256 amount, address target) view returns (int256)",
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "function aggregate3(Call3[] calls) payable",
]);

let world: ReturnType<typeof setUp>;
beforeEach(() => {
  world = setUp();
});

/** Vaults of Base, two venues and an oracle, around the service's own scripts. */
function setUp() {
  let nowMs = T0;
  const sim = createSimRedis({ nowMs: () => nowMs });
  const keys = createKeys("sx:unit:");
  const asked: { venue: string; tokenIn: Address; tokenOut: Address }[] = [];
  const oracleBps = new Map<Address, bigint>();
  const silent = new Set<string>();
  const active = new Map<Address, Address[]>();
  const answer = (call: RpcCall<unknown>): unknown => {
    const [{ to, data }] = call.params as [{ to: Address; data: `0x${string}` }];
    const { functionName, args } = decodeFunctionData({ abi: reads, data });
    if (functionName === "convertTokenAmount") {
      const [token, amount] = args;
      const market = MARKET.get(token.toLowerCase() as Address)!;
      const bps = oracleBps.get(token.toLowerCase() as Address) ?? 10_000n;
      return { ok: true, value: (amount * ETH * bps) / (market * 10_000n) };
    }
    expect(to).toBe(BASE.multicall3);
    const value = args[0].map(({ target }) => ({
      ok: true,
      value: {
        baseToken: addressOf("USDC"),
        activeTokens: active.get(target.toLowerCase() as Address) ?? [],
      },
    }));
    return { ok: true, value };
  };
  const quote = (venue: string) => async (request: SwapRequest) => {
    const { tokenIn, tokenOut, amountBase } = request;
    asked.push({ venue, tokenIn: tokenIn.address, tokenOut: tokenOut.address });
    if (silent.has(venue)) return { ok: false, code: "venue_unavailable", message: "no answer" };
    const bought = MARKET.get(tokenOut.address);
    const out =
      bought === undefined
        ? (amountBase * ETH) / MARKET.get(tokenIn.address)!
        : (amountBase * bought) / ETH;
    // A tenth of a percent is the market's.
    return { ok: true, value: { amountOutBase: (out * 999n) / 1_000n } };
  };
  const deps = {
    redis: sim.redis,
    keys,
    env: {} as Deps["env"],
    clock: { nowMs: () => nowMs },
    newId: () => randomUUID(),
    log: () => undefined,
    chain: (id: number) => {
      if (id !== 8453) throw new Error("no node");
      return {
        chainId: 8453,
        addresses: BASE,
        rpc: { send: async (calls: RpcCall<unknown>[]) => calls.map(answer) },
      };
    },
    venue: (id: string) => ({ id, quote: quote(id) }),
    tables: tablesOf("0x", "uniswap"),
  } as unknown as Deps;
  return {
    ...{ deps, sim, keys, asked, oracleBps, silent, active },
    delegate: async (tokens: Address[] = []) => {
      const [vault, operator, agent] = [newAddress(), newAddress(), newAddress()];
      active.set(vault, tokens);
      const call = { requestId: randomUUID(), nowMs };
      await saveDelegation.run(sim.redis, keys, {
        ...call,
        record: delegationOf(vault, operator, agent),
      });
      sim.command(
        "MSET",
        keys.channels(operator),
        "telegram",
        keys.pairing("telegram", operator),
        '{"chatId":"1"}',
      );
      return { vault, operator };
    },
    look: async (afterMs = 0): Promise<number> => {
      nowMs += afterMs;
      asked.length = 0;
      await watchPrices(deps);
      return asked.length;
    },
    kept: async (vault: Address) =>
      (await loadCallContext.run(sim.redis, keys, { nowMs, chainId: 8453, vault })).venuePrices ??
      [],
    told: (): Record<string, unknown>[] =>
      Object.values((sim.read(keys.outbox("telegram")) ?? {}) as Record<string, string>).map(
        (item) => JSON.parse(JSON.parse(item).payload),
      ),
  };
}

describe("what is asked", () => {
  test("default: deep tokens of a chain with a delegated vault, both ways, and kept", async () => {
    expect(await world.look()).toBe(0);
    const { vault } = await world.delegate();
    expect(await world.look()).toBe(2 * MARKET.size);
    const usdc = (await world.kept(vault)).find(({ token }) => token === addressOf("USDC"));
    expect(usdc).toEqual({
      ...{ token: addressOf("USDC"), atMs: T0, tokenBase: "2497500000" },
      ...{ coinInWei: String(ETH), coinOutWei: String((999n * 999n * ETH) / 1_000_000n) },
    });
    expect(await world.kept(vault)).toHaveLength(MARKET.size);
  });

  test("boundary: at most once in five minutes, all vaults; past fifteen none counts", async () => {
    const { vault } = await world.delegate();
    await world.look();
    await world.delegate();
    expect(await world.look(LOOK - 1)).toBe(0);
    expect(await world.look(1)).toBe(2 * MARKET.size);
    world.silent.add("0x").add("uniswap");
    await world.look(15 * MINUTE);
    expect(await world.kept(vault)).toHaveLength(MARKET.size);
    await world.look(1);
    expect(await world.kept(vault)).toEqual([]);
  });

  test("behavior: no price at a venue, the next is asked; none there, the first anew", async () => {
    await world.delegate();
    world.silent.add("0x").add("uniswap");
    const venues: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await world.look(LOOK);
      venues.push(...new Set(world.asked.map(({ venue }) => venue)));
    }
    expect(venues).toEqual(["0x", "uniswap", "0x"]);
  });

  test("behavior: its calls use the share of slices; without any nothing is asked", async () => {
    await world.delegate();
    await world.look();
    const used = Number((world.sim.read(world.keys.venueCalls("0x")) as { used: string }).used);
    expect(used).toBe(2_000 * MARKET.size);
    for (const venue of ["0x", "uniswap"])
      world.sim.command(
        "HSET",
        world.keys.venueCalls(venue),
        "used",
        "99999999",
        "at",
        String(T0 + LOOK),
      );
    expect(await world.look(LOOK)).toBe(0);
  });
});

describe("what is told", () => {
  const usdc = addressOf("USDC");

  test("behavior: apart at two looks, operators counting it told once with figures", async () => {
    const holder = await world.delegate();
    world.oracleBps.set(usdc, 14_000n);
    await world.look();
    expect(world.told()).toEqual([]);
    await world.look(LOOK);
    expect(world.told()).toEqual([
      {
        ...{ kind: "price_differs", id: `price_differs:8453:${usdc}:${T0}:${holder.vault}` },
        ...{
          vault: holder.vault,
          operator: holder.operator,
          chainId: 8453,
          createdAt: T0 + LOOK,
          since: T0,
        },
        // By the oracle 40% more than a coin's 2,497.5 USDC.
        ...{
          token: usdc,
          symbol: "USDC",
          tokenAmount: "2497.5",
          oracleCoin: "1.3986",
          toleranceBps: 500,
        },
        ...{ venueAskedCoin: "1", venueGaveCoin: "0.998001" },
      },
    ]);
    await world.look(LOOK);
    expect(world.told()).toHaveLength(1);
  });

  test("behavior: together between begins anew; apart for two looks is told again", async () => {
    await world.delegate();
    for (const bps of [14_000n, 10_000n, 14_000n, 10_000n]) {
      world.oracleBps.set(usdc, bps);
      await world.look(LOOK);
    }
    expect(world.told()).toEqual([]);
    world.oracleBps.set(usdc, 6_000n);
    for (let turn = 0; turn < 3; turn += 1) await world.look(LOOK);
    expect(world.told()).toHaveLength(1);
    for (const bps of [10_000n, 14_000n, 14_000n]) {
      world.oracleBps.set(usdc, bps);
      await world.look(LOOK);
    }
    expect(world.told()).toHaveLength(2);
  });

  test("behavior: a token no vault has as base is told only to those who count it", async () => {
    const btc = addressOf("cbBTC");
    const holder = await world.delegate([btc]);
    await world.delegate();
    world.oracleBps.set(btc, 18_000n);
    for (let turn = 0; turn < 2; turn += 1) await world.look(LOOK);
    expect(world.told().map(({ vault, token }) => [vault, token])).toEqual([[holder.vault, btc]]);
  });
});
