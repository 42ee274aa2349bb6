import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { toHex } from "viem";
import { type BuiltGenesis, buildGenesis } from "./build-genesis.ts";
import { cacheDir as defaultCacheDir } from "./cache-dir.ts";
import { chainAccounts } from "./chain-accounts.ts";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";
import { type ChainLayout, chainLayout, type LocalChainId } from "./chain-layout.ts";
import { compilerInput } from "./compiler-input.ts";
import { loadContracts } from "./load-contracts.ts";
import { v3UsdcWeth } from "./pools/v3-usdc-weth.ts";
import { spawnAnvil } from "./spawn-anvil.ts";
import { type ChainState, takeState } from "./take-state.ts";
import { writeWhole } from "./write-whole.ts";

export type StartChainOptions = {
  /** Default 8453. */
  chainId?: LocalChainId;
  port?: number;
  /** Chain time of the first block; the clock runs on from there. Now, when left out. */
  startTimestampSec?: number;
  /** Default 0.002 gwei, a twentieth of the cap for chain 8453. */
  baseFeeWei?: bigint;
  cacheDir?: string;
  /**
   * Goes on from here instead of from the first block; its newest block is not later than the
   * start.
   */
  state?: ChainState | undefined;
};

export type RunningChain = {
  handle: ChainHandle;
  stop(): Promise<void>;
  pid: number;
  /** The chain as it is now, for `start`. */
  state(): Promise<ChainState>;
  /**
   * SIGKILL. anvil 1.7.1 writes its state when it ends in order, or every so many seconds, so all
   * of it is lost.
   */
  kill(): Promise<void>;
  /** Again on the same port, as it was at `state`: what was mined after that never happened. */
  start(state: ChainState, timestampSec: number): Promise<void>;
};

/**
 * A chain on loopback, with id 8453 unless another is named: Uniswap, vault contracts, tokens,
 * pools and oracle in place.
 */
export async function startChain(options: StartChainOptions = {}): Promise<RunningChain> {
  const timestampSec = options.startTimestampSec ?? Math.floor(Date.now() / 1000);
  const baseFeeWei = options.baseFeeWei ?? 2_000_000n;
  const cacheDir = options.cacheDir ?? defaultCacheDir;
  const layout = chainLayout(options.chainId ?? 8453);
  const { chainId } = layout;
  const built = await loadGenesis(cacheDir, layout);
  const port = options.port === undefined ? {} : { port: options.port };
  const spawnAt = async (state: ChainState, at: { port?: number; timestampSec: number }) => {
    const statePath = `${cacheDir}/state-${randomUUID()}.json`;
    writeWhole(statePath, gunzipSync(Buffer.from(state.slice(2), "hex")).toString("utf8"));
    return spawnAnvil({ ...at, chainId, baseFeeWei, statePath }).finally(() => rmSync(statePath));
  };
  const spawnFirst = async () => {
    const genesisPath = writeGenesis(cacheDir, built, { chainId, timestampSec, baseFeeWei });
    return spawnAnvil({ ...port, chainId, timestampSec, baseFeeWei, genesisPath }).finally(() =>
      rmSync(genesisPath),
    );
  };
  const anvil = await (options.state === undefined
    ? spawnFirst()
    : spawnAt(options.state, { ...port, timestampSec }));
  await giveAPast(anvil.rpcUrl, layout, timestampSec);
  const { rpcUrl } = anvil;
  let running = anvil;
  return {
    handle: toHandle(rpcUrl, built, layout),
    pid: anvil.pid,
    stop: () => running.stop(),
    state: () => takeState(rpcUrl),
    kill: () => running.stop(),
    start: async (state, startSec) => {
      running = await spawnAt(state, {
        port: Number(new URL(rpcUrl).port),
        timestampSec: startSec,
      });
    },
  };
}

/** The built state, from the cache when neither a contract nor what deploys it has changed. */
async function loadGenesis(cacheDir: string, layout: ChainLayout): Promise<BuiltGenesis> {
  const path = `${cacheDir}/chain-${layout.chainId}-${cacheKey()}.json`;
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const built = await buildGenesis(loadContracts(cacheDir), layout);
  writeWhole(path, JSON.stringify(built));
  return built;
}

function cacheKey(): string {
  const hash = createHash("sha256").update(JSON.stringify(compilerInput()));
  for (const file of [
    "build-genesis.ts",
    "pools/fill-pools.ts",
    "pools/oracle-ticks.ts",
    "dump-accounts.ts",
    "pools/v3-usdc-weth.ts",
    "pools/chain-pools.ts",
    "chain-tokens.ts",
    "chain-addresses.ts",
    "chain-layout.ts",
    "second-chain.ts",
    "venue-chain.ts",
    "hyper-addresses.ts",
    "derived-addresses.ts",
    "etched-code.ts",
    "gmx-places.ts",
    "place-contract.ts",
    "place-gmx.ts",
  ]) {
    hash.update(readFileSync(join(import.meta.dirname, file)));
  }
  hash.update(readFileSync(join(import.meta.dirname, "../../package-lock.json")));
  return hash.digest("hex").slice(0, 16);
}

function writeGenesis(
  cacheDir: string,
  built: BuiltGenesis,
  {
    chainId,
    timestampSec,
    baseFeeWei,
  }: { chainId: LocalChainId; timestampSec: number; baseFeeWei: bigint },
): string {
  const path = `${cacheDir}/genesis-${randomUUID()}.json`;
  const genesis = {
    config: { chainId },
    nonce: "0x0",
    timestamp: toHex(timestampSec),
    extraData: "0x",
    gasLimit: toHex(60_000_000),
    difficulty: "0x0",
    baseFeePerGas: toHex(baseFeeWei),
    alloc: built.alloc,
  };
  writeWhole(path, JSON.stringify(genesis));
  return path;
}

/**
 * What the state leaves open: when the staking epoch began. The oracle has observed since the state
 * was built, years ago.
 */
async function giveAPast(
  rpcUrl: string,
  { addresses }: ChainLayout,
  timestampSec: number,
): Promise<void> {
  const client = chainClient({ rpcUrl });
  const value = toHex(timestampSec, { size: 32 });
  await client.setStorageAt({ address: addresses.stakingProxy, index: 0, value });
}

function toHandle(rpcUrl: string, built: BuiltGenesis, layout: ChainLayout): ChainHandle {
  const { chainId, addresses } = layout;
  const tokens = Object.entries(layout.tokens).map(([symbol, token]) => [symbol, token.address]);
  const v4 = layout.pools.map(({ name, key, poolId, sqrtPriceX96 }) => [
    name,
    { ...key, poolId, sqrtPriceX96: String(sqrtPriceX96) },
  ]);
  return {
    rpcUrl,
    chainId,
    addresses,
    tokens: Object.fromEntries(tokens),
    pools: {
      v4: Object.fromEntries(v4),
      v3: {
        v3_WETH_USDC: {
          address: built.v3UsdcWethPool,
          token0: layout.tokens.WETH.address,
          token1: layout.tokens.USDC.address,
          fee: v3UsdcWeth.fee,
          sqrtPriceX96: String(v3UsdcWeth.sqrtPriceX96),
        },
      },
    },
    accounts: chainAccounts(),
  };
}
