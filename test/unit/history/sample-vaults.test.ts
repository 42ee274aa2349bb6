import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex, parseAbi } from "viem";
import { expect, test } from "vitest";
import { createRpc } from "../../../src/chain/rpc.ts";
import type { ChainDeps } from "../../../src/deps.ts";
import { sampleVaults } from "../../../src/history/sample-vaults.ts";
import { readAsOperator } from "../../../src/store/vaults/read-as-operator.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { eachRedis } from "../store/support/each-redis.ts";
import { delegationOf, newAddress, T0 } from "../store/support/records.ts";
import type { TestStore } from "../store/support/start-store.ts";

const abi = parseAbi([
  "struct NavData { uint256 totalValue; uint256 unitaryValue; uint256 timestamp; }",
  "struct PoolTokens { uint256 unitaryValue; uint256 totalSupply; }",
  "function getNavDataView() view returns (NavData)",
  "function getPoolTokens() view returns (PoolTokens)",
  "function getStorageAt(uint256, uint256) view returns (bytes)",
]);
const HEAD = { number: "0x64", timestamp: numberToHex(T0 / 1_000), baseFeePerGas: "0x1" };
type Call = { id: number; method: string; params: [{ to: Hex; data: Hex }, string] };
/** Of one vault; "reverts" and "silent" are errors of its own, as nodes give them. */
type Said = { nav: bigint; supply: bigint; virtual: bigint } | "reverts" | "silent";

/** A chain whose node says of every vault what `said` says; counts what it is asked. */
function chainOf(said: (vault: Hex) => Said, isUp = () => true) {
  const asked = { requests: 0, calls: 0 };
  const answer = ({ id, method, params: [call, block] }: Call) => {
    if (method !== "eth_call") return { id, result: HEAD };
    expect(block).toBe("0x64");
    const of = said(call.to);
    if (of === "reverts") return { id, error: { code: 3, message: "reverted", data: "0x" } };
    if (of === "silent") return { id, error: { code: -32_603, message: "internal" } };
    const { functionName } = decodeFunctionData({ abi, data: call.data });
    const word = numberToHex(BigInt.asUintN(256, of.virtual), { size: 32 });
    const results = {
      getNavDataView: { totalValue: 5n, unitaryValue: of.nav, timestamp: 1n },
      getPoolTokens: { unitaryValue: 1n, totalSupply: of.supply },
      getStorageAt: word,
    };
    const result = results[functionName] as never;
    return { id, result: encodeFunctionResult({ abi, functionName, result }) };
  };
  const rpc = createRpc({
    ...{ urls: ["http://node"], timeoutMs: 1_000, spare: { take: () => true } as never },
    fetch: async (_url, init) => {
      const calls = JSON.parse(String(init?.body)) as Call[];
      asked.requests += 1;
      asked.calls += calls.length;
      if (!isUp()) throw new Error("down");
      return Response.json(calls.map((one) => ({ jsonrpc: "2.0", ...answer(one) })));
    },
  });
  return { asked, chain: { rpc } as unknown as ChainDeps };
}

/** Its own store and a chain; `scripts` names what the store was asked. */
function world(store: TestStore, chain: ChainDeps, nowMs = () => T0) {
  const scripts: string[] = [];
  const redis: typeof store.redis = {
    ...store.redis,
    run: (script, ...rest) => {
      scripts.push(script.name);
      return store.redis.run(script, ...rest);
    },
  };
  const deps = { ...storeDeps({ redis, keys: store.keys, nowMs }), chain: () => chain };
  const samples = async (vault: Hex) =>
    (
      await store.run(readAsOperator, {
        ...{ nowMs: nowMs(), vault, chainId: 8453, operator: newAddress(), samples: true },
      })
    ).samples;
  return { deps, scripts, samples };
}
const delegated = async (store: TestStore): Promise<Hex> => {
  const vault = newAddress();
  const record = delegationOf(vault, newAddress(), newAddress());
  await store.run(saveDelegation, { nowMs: T0, record });
  return vault;
};

eachRedis((redis) => {
  test("default: NAV, value and supply with what came from other chains, of one block", async () => {
    const store = redis().store();
    const [one, other] = [await delegated(store), await delegated(store)];
    const { chain } = chainOf((vault) =>
      vault === one
        ? { nav: 1_020_000n, supply: 7n * 10n ** 18n, virtual: -(10n ** 18n) }
        : { nav: 2n, supply: 3n, virtual: 4n },
    );
    const { deps, samples } = world(store, chain);
    await sampleVaults(deps, { rounds: 1 });
    expect(await samples(one)).toEqual([
      {
        ...{ atSec: T0 / 1_000, block: 100n, movedPerUnit: 0n, cadence: "hourly" },
        figures: { unitaryValue: 1_020_000n, supply: 6n * 10n ** 18n, netTotalValue: 5n },
      },
    ]);
    expect((await samples(other))![0]!.figures).toMatchObject({ supply: 7n });
  });

  test("behavior: what the oracle does not price is kept as that, what no node answers stays due", async () => {
    const store = redis().store();
    const [zero, reverting, silent, good] = [
      await delegated(store),
      await delegated(store),
      await delegated(store),
      await delegated(store),
    ];
    let isUp = false;
    const said: Record<Hex, Said> = { [reverting]: "reverts", [silent]: "silent" };
    const { chain } = chainOf(
      (vault) => said[vault] ?? { nav: vault === zero ? 0n : 9n, supply: 1n, virtual: 0n },
      () => isUp,
    );
    let nowMs = T0;
    const { deps, samples } = world(store, chain, () => nowMs);
    await sampleVaults(deps, { rounds: 1 });
    expect(await samples(good)).toEqual([]);
    isUp = true;
    nowMs += 120_000;
    await sampleVaults(deps, { rounds: 1 });
    expect((await samples(good))![0]!.figures).toMatchObject({ unitaryValue: 9n });
    expect((await samples(zero))![0]!.figures).toBeNull();
    expect((await samples(reverting))![0]!.figures).toBeNull();
    expect(await samples(silent)).toEqual([]);
    said[silent] = { nav: 8n, supply: 1n, virtual: 0n };
    nowMs += 120_000;
    await sampleVaults(deps, { rounds: 1 });
    expect((await samples(silent))![0]!.figures).toMatchObject({ unitaryValue: 8n });
  });

  test("behavior: a round of 100 vaults is two store commands, four RPC requests of 301 calls", async () => {
    const store = redis().store();
    for (let index = 0; index < 250; index += 1) await delegated(store);
    const { chain, asked } = chainOf(() => ({ nav: 9n, supply: 1n, virtual: 0n }));
    const { deps, scripts } = world(store, chain);
    await sampleVaults(deps, { rounds: 1 });
    expect([scripts, asked]).toEqual([
      ["take-samples", "record-samples"],
      { requests: 4, calls: 301 },
    ]);
    await sampleVaults(deps, { rounds: 9 });
    expect([scripts.length, asked]).toEqual([6, { requests: 4 + 4 + 3, calls: 250 * 3 + 3 }]);
    // Nothing is due any more: one command, no request.
    await sampleVaults(deps, { rounds: 9 });
    expect([scripts.length, asked.requests]).toEqual([7, 11]);
  });
});
