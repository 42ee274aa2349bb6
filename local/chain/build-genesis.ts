import { gunzipSync } from "node:zlib";
import {
  type Address,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  parseAbi,
  toFunctionSelector,
  toHex,
  zeroAddress,
  zeroHash,
} from "viem";
import { chainAccounts } from "./chain-accounts.ts";
import { chainAddresses } from "./chain-addresses.ts";
import { type ChainClient, chainClient } from "./chain-client.ts";
import { chainPools, v3UsdcWeth } from "./chain-pools.ts";
import { chainTokens } from "./chain-tokens.ts";
import type { CompiledContract } from "./compile-contracts.ts";
import { derivedAddresses } from "./derived-addresses.ts";
import { etchedCode } from "./etched-code.ts";
import { type NpmArtifactName, npmArtifact } from "./npm-artifact.ts";
import { oracleTicks } from "./oracle-ticks.ts";
import { placeContract } from "./place-contract.ts";
import { spawnAnvil } from "./spawn-anvil.ts";

export type GenesisAccount = { balance: Hex; nonce: Hex; code: Hex; storage: Record<Hex, Hex> };
export type BuiltGenesis = { alloc: Record<Address, GenesisAccount>; v3UsdcWethPool: Address };

const adapterSelectors: Record<"uniswapAdapter" | "zeroExAdapter" | "multicallAdapter" | "wrapAdapter", string[]> = {
  uniswapAdapter: ["execute(bytes,bytes[],uint256)", "execute(bytes,bytes[])", "modifyLiquidities(bytes,uint256)"],
  zeroExAdapter: ["exec(address,address,uint256,address,bytes)"],
  multicallAdapter: ["multicall(bytes[])", "multicall(uint256,bytes[])", "multicall(bytes32,bytes[])"],
  wrapAdapter: ["wrapETH(uint256)", "unwrapWETH9(uint256)", "unwrapWETH9(uint256,address)"],
};

const a = { ...chainAddresses, ...derivedAddresses };
const accounts = chainAccounts();
const keeper = accounts.whale.address;

/**
 * Deploys everything once on a throw-away anvil and returns its accounts as a genesis allocation.
 * Nothing in it depends on the time: the oracle's birth is written when a chain starts.
 */
export async function buildGenesis(contracts: Record<string, CompiledContract>): Promise<BuiltGenesis> {
  const anvil = await spawnAnvil({ timestampSec: 1_700_000_000, baseFeeWei: 1n });
  try {
    const client = chainClient(anvil);
    await placeTokens(client, contracts);
    await placeUniswap(client, contracts);
    await placeVaults(client, contracts);
    await placeAggregator(client, contracts);
    await setOracle(client, contracts);
    const v3UsdcWethPool = await fillPools(client, contracts);
    return { alloc: await dumpAccounts(client), v3UsdcWethPool };
  } finally {
    await anvil.stop();
  }
}

async function placeTokens(client: ChainClient, contracts: Record<string, CompiledContract>): Promise<void> {
  const names = {
    USDT: "Tether USD",
    DAI: "Dai Stablecoin",
    cbBTC: "Coinbase Wrapped BTC",
    GRG: "Rigo Token",
    NOFEED: "No Feed",
  };
  for (const [symbol, name] of Object.entries(names)) {
    const token = chainTokens[symbol as keyof typeof names];
    await place(client, contracts, "Token", token.address, [name, symbol, token.decimals, keeper]);
  }
  await place(client, contracts, "UsdCoin", chainTokens.USDC.address, [keeper]);
  await place(client, contracts, "WrappedNative", a.wrappedNative, []);
  await placeContract(client, {
    at: a.multicall3,
    from: accounts.deployer.address,
    abi: [],
    bytecode: etchedCode("multicall3"),
  });
}

async function placeUniswap(client: ChainClient, contracts: Record<string, CompiledContract>): Promise<void> {
  await client.setCode({ address: a.permit2, bytecode: etchedCode("permit2") });
  await placeNpm(client, "PoolManager", a.poolManager, [accounts.deployer.address]);
  await placeNpm(client, "V4Quoter", a.v4Quoter, [a.poolManager]);
  await placeNpm(client, "StateView", a.stateView, [a.poolManager]);
  await placeNpm(client, "PositionManager", a.positionManager, [
    a.poolManager,
    a.permit2,
    300_000n,
    zeroAddress,
    a.wrappedNative,
  ]);
  await placeNpm(client, "UniswapV3Factory", a.v3Factory, []);
  await placeNpm(client, "QuoterV2", a.v3Quoter, [a.v3Factory, a.wrappedNative]);
  await placeNpm(client, "NonfungiblePositionManager", a.v3PositionManager, [
    a.v3Factory,
    a.wrappedNative,
    zeroAddress,
  ]);
  await placeNpm(client, "UniversalRouter", a.universalRouter, [
    {
      permit2: a.permit2,
      weth9: a.wrappedNative,
      v2Factory: zeroAddress,
      v3Factory: a.v3Factory,
      pairInitCodeHash: zeroHash,
      poolInitCodeHash: keccak256(npmArtifact("UniswapV3Pool").bytecode),
      v4PoolManager: a.poolManager,
      v3NFTPositionManager: a.v3PositionManager,
      v4PositionManager: a.positionManager,
    },
  ]);
  await place(client, contracts, "Whale", a.whale, [keeper, a.poolManager]);
}

async function placeVaults(client: ChainClient, contracts: Record<string, CompiledContract>): Promise<void> {
  await place(client, contracts, "Authority", a.authority, [accounts.deployer.address]);
  await place(client, contracts, "Registry", a.registry, [a.factory]);
  await place(client, contracts, "Factory", a.factory, [a.implementation, a.registry]);
  await place(client, contracts, "Vault", a.implementation, [
    a.authority,
    a.wrappedNative,
    a.tokenJar,
    a.oracle,
    a.positionManager,
  ]);
  await place(client, contracts, "UniswapAdapter", a.uniswapAdapter, [
    a.universalRouter,
    a.positionManager,
    a.permit2,
    a.wrappedNative,
    a.oracle,
  ]);
  await place(client, contracts, "ZeroExAdapter", a.zeroExAdapter, [
    a.allowanceHolder,
    a.zeroExDeployer,
    a.wrappedNative,
    a.oracle,
  ]);
  await place(client, contracts, "MulticallAdapter", a.multicallAdapter, []);
  await place(client, contracts, "WrapAdapter", a.wrapAdapter, [a.wrappedNative]);
  const { abi } = contractNamed(contracts, "Authority");
  for (const [adapter, signatures] of Object.entries(adapterSelectors)) {
    for (const signature of signatures) {
      const args = [toFunctionSelector(signature), a[adapter as keyof typeof adapterSelectors]];
      await send(client, {
        account: accounts.deployer.address,
        address: a.authority,
        abi,
        functionName: "addMethod",
        args,
      });
    }
  }
}

async function placeAggregator(client: ChainClient, contracts: Record<string, CompiledContract>): Promise<void> {
  await place(client, contracts, "AllowanceHolder", a.allowanceHolder, []);
  await place(client, contracts, "Settler", a.settler, [a.allowanceHolder, a.poolManager, a.permit2]);
  await place(client, contracts, "SettlerDeployer", a.zeroExDeployer, [a.settler, zeroAddress]);
}

async function setOracle(client: ChainClient, contracts: Record<string, CompiledContract>): Promise<void> {
  await place(client, contracts, "Oracle", a.oracle, [keeper]);
  const { abi } = contractNamed(contracts, "Oracle");
  for (const [symbol, tick] of Object.entries(oracleTicks)) {
    const args = [chainTokens[symbol as keyof typeof oracleTicks].address, tick];
    await send(client, { account: keeper, address: a.oracle, abi, functionName: "setTick", args });
  }
}

/** Fills every pool from the whale, which keeps enough to move any price. */
async function fillPools(client: ChainClient, contracts: Record<string, CompiledContract>): Promise<Address> {
  const whale = { account: keeper, address: a.whale, abi: contractNamed(contracts, "Whale").abi };
  await client.setBalance({ address: a.whale, value: 10n ** 28n });
  const mint = parseAbi(["function mint(address to, uint256 amount)"]);
  for (const [symbol, token] of Object.entries(chainTokens)) {
    if (symbol === "ETH" || symbol === "WETH") continue;
    const args = [a.whale, 10n ** BigInt(token.decimals + 12)];
    await send(client, { account: keeper, address: token.address, abi: mint, functionName: "mint", args });
  }
  await giveWrappedNative(client, a.whale, 10n ** 26n);
  const manager = { account: keeper, address: a.poolManager, abi: npmArtifact("PoolManager").abi };
  for (const { key, sqrtPriceX96, liquidity } of chainPools) {
    await send(client, { ...manager, functionName: "initialize", args: [key, sqrtPriceX96] });
    const edge = fullRangeTick(key.tickSpacing);
    await send(client, { ...whale, functionName: "addLiquidity", args: [key, -edge, edge, liquidity] });
    for (const zeroForOne of [false, true]) {
      // There and back: fee growth is then not zero, and gas is that of a pool in use.
      const limit = zeroForOne ? sqrtPriceX96 : sqrtPriceX96 + sqrtPriceX96 / 100_000n;
      await send(client, { ...whale, functionName: "moveTo", args: [key, zeroForOne, limit] });
    }
  }
  const tokens = [a.wrappedNative, chainTokens.USDC.address, v3UsdcWeth.fee] as const;
  const factory = { account: keeper, address: a.v3Factory, abi: npmArtifact("UniswapV3Factory").abi };
  await send(client, { ...factory, functionName: "createPool", args: tokens });
  const pool = getAddress((await client.readContract({ ...factory, functionName: "getPool", args: tokens })) as string);
  const v3Pool = { account: keeper, address: pool, abi: npmArtifact("UniswapV3Pool").abi };
  await send(client, { ...v3Pool, functionName: "initialize", args: [v3UsdcWeth.sqrtPriceX96] });
  const edge = fullRangeTick(v3UsdcWeth.tickSpacing);
  await send(client, { ...whale, functionName: "addLiquidityV3", args: [pool, -edge, edge, v3UsdcWeth.liquidity] });
  return pool;
}

async function giveWrappedNative(client: ChainClient, to: Address, amountWei: bigint): Promise<void> {
  await client.impersonateAccount({ address: to });
  const hash = await client.sendTransaction({ account: to, to: a.wrappedNative, value: amountWei });
  await requireSuccess(client, hash);
  await client.stopImpersonatingAccount({ address: to });
}

/** Every account with code, as anvil dumps it; plain accounts get their funds from anvil itself. */
async function dumpAccounts(client: ChainClient): Promise<BuiltGenesis["alloc"]> {
  const dump = await client.request({ method: "anvil_dumpState" } as never);
  const state = JSON.parse(gunzipSync(hexToBytes(dump as Hex)).toString());
  const alloc: BuiltGenesis["alloc"] = {};
  for (const [address, account] of Object.entries<GenesisAccount>(state.accounts)) {
    if (account.code === "0x") continue;
    const storage = Object.entries(account.storage).map(([slot, value]) => [toWord(slot), toWord(value)]);
    const { balance, code } = account;
    alloc[address as Address] = {
      balance: toHex(BigInt(balance)),
      nonce: "0x1",
      code,
      storage: Object.fromEntries(storage),
    };
  }
  return alloc;
}

function place(
  client: ChainClient,
  contracts: Record<string, CompiledContract>,
  name: string,
  at: Address,
  args: readonly unknown[],
): Promise<void> {
  return placeContract(client, { at, from: accounts.deployer.address, ...contractNamed(contracts, name), args });
}

function placeNpm(client: ChainClient, name: NpmArtifactName, at: Address, args: readonly unknown[]): Promise<void> {
  return placeContract(client, { at, from: accounts.deployer.address, ...npmArtifact(name), args });
}

function contractNamed(contracts: Record<string, CompiledContract>, name: string): CompiledContract {
  const contract = contracts[name];
  if (!contract) throw new Error(`no compiled contract ${name}`);
  return contract;
}

async function send(client: ChainClient, call: Parameters<ChainClient["writeContract"]>[0] | object): Promise<void> {
  await requireSuccess(client, await client.writeContract({ gas: 16_000_000n, ...call } as never));
}

async function requireSuccess(client: ChainClient, hash: Hex): Promise<void> {
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`transaction ${hash} reverted`);
}

function fullRangeTick(tickSpacing: number): number {
  return Math.floor(887_272 / tickSpacing) * tickSpacing;
}

function toWord(value: string): Hex {
  return toHex(BigInt(value), { size: 32 });
}
