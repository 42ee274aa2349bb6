import { type Address, keccak256, toFunctionSelector, zeroAddress, zeroHash } from "viem";
import { chainAccounts } from "./chain-accounts.ts";
import { type ChainClient, chainClient } from "./chain-client.ts";
import type { ChainLayout } from "./chain-layout.ts";
import type { CompiledContract } from "./compile-contracts.ts";
import { dumpAccounts, type GenesisAlloc } from "./dump-accounts.ts";
import { etchedCode } from "./etched-code.ts";
import { fillPools } from "./fill-pools.ts";
import { hyperAddresses } from "./hyper-addresses.ts";
import { type NpmArtifactName, npmArtifact } from "./npm-artifact.ts";
import { oracleTicks } from "./oracle-ticks.ts";
import { placeContract } from "./place-contract.ts";
import { placeGmx } from "./place-gmx.ts";
import { spawnAnvil } from "./spawn-anvil.ts";
import { writeContract } from "./write-contract.ts";

type Contracts = Record<string, CompiledContract>;
export type BuiltGenesis = { alloc: GenesisAlloc; v3UsdcWethPool: Address };

const adapterSelectors = {
  uniswapAdapter: [
    "execute(bytes,bytes[],uint256)",
    "execute(bytes,bytes[])",
    "modifyLiquidities(bytes,uint256)",
  ],
  zeroExAdapter: ["exec(address,address,uint256,address,bytes)"],
  multicallAdapter: [
    "multicall(bytes[])",
    "multicall(uint256,bytes[])",
    "multicall(bytes32,bytes[])",
  ],
  stakingAdapter: [
    "stake(uint256)",
    "undelegateStake(uint256)",
    "unstake(uint256)",
    "withdrawDelegatorRewards()",
  ],
  wrapAdapter: ["wrapETH(uint256)", "unwrapWETH9(uint256)", "unwrapWETH9(uint256,address)"],
  acrossAdapter: [
    "depositV3((address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes))",
  ],
};

const GMX_ORDER =
  "((address,address,address,address,address,address,address[]),(uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256),uint8,uint8,bool,bool,bool,bytes32,bytes32[])";
/** Chain 42161 alone has GMX. */
const gmxSelectors = [
  `createIncreaseOrder(${GMX_ORDER})`,
  `createDecreaseOrder(${GMX_ORDER})`,
  "updateOrder(bytes32,uint256,uint256,uint256,uint256,uint256,bool)",
  "cancelOrder(bytes32)",
  "claimFundingFees(address[],address[],address)",
  "claimCollateral(address[],address[],uint256[],address)",
];

const ORACLE_SLOTS = 320;

const accounts = chainAccounts();
/** What the local L1 takes: 20,000,000 wei for a byte, scaled by 10^6 (GasPriceOracle.sol). */
const L1_FEE_SCALED = 20_000_000_000_000n;
const keeper = accounts.whale.address;

/**
 * Deploys everything once on a throw-away anvil and returns its accounts as a genesis allocation.
 * Nothing in it depends on the time at which a chain starts, as long as that is later than the one
 * it is built at.
 */
export async function buildGenesis(
  contracts: Record<string, CompiledContract>,
  layout: ChainLayout,
): Promise<BuiltGenesis> {
  const anvil = await spawnAnvil({
    chainId: layout.chainId,
    timestampSec: 1_700_000_000,
    baseFeeWei: 1n,
  });
  try {
    const client = chainClient({ ...anvil, chainId: layout.chainId });
    await placeTokens(client, contracts, layout);
    await placeUniswap(client, contracts, layout);
    await placeVaults(client, contracts, layout);
    await placeAggregator(client, contracts, layout);
    await placeAcross(client, contracts, layout);
    if (layout.chainId === 999) await placeHyperliquid(client, contracts, layout);
    if (layout.chainId === 42161) {
      await placeGmx(client, contracts, layout);
      const { authority, gmxAdapter } = layout.addresses;
      await mapMethods(client, contracts, {
        authority,
        adapter: gmxAdapter,
        signatures: gmxSelectors,
      });
    }
    const v3UsdcWethPool = await fillPools(client, layout, {
      keeper,
      whaleAbi: contractNamed(contracts, "Whale").abi,
    });
    await widenOracle(client, contracts, layout);
    return { alloc: await dumpAccounts(client), v3UsdcWethPool };
  } finally {
    await anvil.stop();
  }
}

async function placeTokens(
  client: ChainClient,
  contracts: Contracts,
  { addresses: a, tokens }: ChainLayout,
): Promise<void> {
  const names = {
    USDT: "Tether USD",
    DAI: "Dai Stablecoin",
    cbBTC: "Coinbase Wrapped BTC",
    GRG: "Rigo Token",
    NOFEED: "No Feed",
  };
  for (const [symbol, name] of Object.entries(names)) {
    const token = tokens[symbol as keyof typeof names];
    await place(client, contracts, "Token", token.address, [name, symbol, token.decimals, keeper]);
  }
  await place(client, contracts, "UsdCoin", tokens.USDC.address, [keeper]);
  await place(client, contracts, "WrappedNative", a.wrappedNative, []);
  await place(client, contracts, "GasPriceOracle", a.gasPriceOracle, [L1_FEE_SCALED]);
  await placeContract(client, {
    at: a.multicall3,
    from: accounts.deployer.address,
    abi: [],
    bytecode: etchedCode("multicall3"),
  });
}

async function placeUniswap(
  client: ChainClient,
  contracts: Contracts,
  { addresses: a }: ChainLayout,
): Promise<void> {
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

async function placeVaults(
  client: ChainClient,
  contracts: Contracts,
  { addresses: a, tokens }: ChainLayout,
): Promise<void> {
  await place(client, contracts, "Oracle", a.oracle, [keeper, a.poolManager, a.stateView]);
  await place(client, contracts, "Staking", a.stakingProxy, [
    a.registry,
    tokens.GRG.address,
    keeper,
  ]);
  await place(client, contracts, "StakingAdapter", a.stakingAdapter, [
    a.stakingProxy,
    tokens.GRG.address,
  ]);
  await place(client, contracts, "Authority", a.authority, [accounts.deployer.address]);
  await place(client, contracts, "Registry", a.registry, [a.factory]);
  await place(client, contracts, "Factory", a.factory, [a.implementation, a.registry]);
  const places = {
    authority: a.authority,
    wrappedNative: a.wrappedNative,
    tokenJar: a.tokenJar,
    oracle: a.oracle,
    positionManager: a.positionManager,
    staking: a.stakingProxy,
    grg: tokens.GRG.address,
  };
  await place(client, contracts, "Vault", a.implementation, [places, a.factory]);
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
  for (const [adapter, signatures] of Object.entries(adapterSelectors))
    await mapMethods(client, contracts, {
      authority: a.authority,
      adapter: a[adapter as keyof typeof adapterSelectors],
      signatures,
    });
}

async function mapMethods(
  client: ChainClient,
  contracts: Contracts,
  {
    authority,
    adapter,
    signatures,
  }: { authority: Address; adapter: Address; signatures: readonly string[] },
): Promise<void> {
  const { abi } = contractNamed(contracts, "Authority");
  for (const signature of signatures) {
    await writeContract(client, {
      account: accounts.deployer.address,
      address: authority,
      abi,
      functionName: "addMethod",
      args: [toFunctionSelector(signature), adapter],
    });
  }
}

/**
 * More slots than a mean over 300 s takes: unless a test changes it, the oracle is as it should be
 * on a real chain.
 */
async function widenOracle(
  client: ChainClient,
  contracts: Contracts,
  { addresses: a, tokens }: ChainLayout,
): Promise<void> {
  const { abi } = contractNamed(contracts, "Oracle");
  for (const symbol of Object.keys(oracleTicks) as (keyof typeof oracleTicks)[]) {
    const args = [tokens[symbol].address, ORACLE_SLOTS, 3_600];
    await writeContract(client, {
      account: keeper,
      address: a.oracle,
      abi,
      functionName: "setSlots",
      args,
    });
  }
}

async function placeAggregator(
  client: ChainClient,
  contracts: Contracts,
  { addresses: a }: ChainLayout,
): Promise<void> {
  await place(client, contracts, "AllowanceHolder", a.allowanceHolder, []);
  await place(client, contracts, "Settler", a.settler, [
    a.allowanceHolder,
    a.poolManager,
    a.permit2,
  ]);
  await place(client, contracts, "SettlerDeployer", a.zeroExDeployer, [a.settler, zeroAddress]);
}

async function placeAcross(
  client: ChainClient,
  contracts: Contracts,
  { addresses: a }: ChainLayout,
): Promise<void> {
  await place(client, contracts, "SpokePool", a.acrossSpokePool, [a.wrappedNative, keeper]);
  await place(client, contracts, "MulticallHandler", a.acrossMulticallHandler, []);
  await place(client, contracts, "AcrossAdapter", a.acrossAdapter, [
    a.acrossSpokePool,
    a.acrossMulticallHandler,
    a.wrappedNative,
  ]);
}

/**
 * Hyperliquid's contracts and precompiles, which the keeper writes (local/hyperliquid), and the
 * vaults' adapter for them.
 */
async function placeHyperliquid(
  client: ChainClient,
  contracts: Contracts,
  { addresses: a, tokens }: ChainLayout,
): Promise<void> {
  const { coreWriter, coreDepositWallet, precompiles } = hyperAddresses;
  await place(client, contracts, "CoreWriter", coreWriter, []);
  await place(client, contracts, "CoreDepositWallet", coreDepositWallet, [
    tokens.USDC.address,
    keeper,
  ]);
  for (const { at, words } of Object.values(precompiles))
    await place(client, contracts, "HyperPrecompile", at, [keeper, words]);
  await place(client, contracts, "HyperliquidAdapter", a.hyperliquidAdapter, [
    coreWriter,
    coreDepositWallet,
  ]);
  const signatures = [
    "deposit(uint256,uint32)",
    "depositFor(address,uint256,uint32)",
    "sendRawAction(bytes)",
  ];
  await mapMethods(client, contracts, {
    authority: a.authority,
    adapter: a.hyperliquidAdapter,
    signatures,
  });
}

function place(
  client: ChainClient,
  contracts: Record<string, CompiledContract>,
  name: string,
  at: Address,
  args: readonly unknown[],
): Promise<void> {
  return placeContract(client, {
    at,
    from: accounts.deployer.address,
    ...contractNamed(contracts, name),
    args,
  });
}

function placeNpm(
  client: ChainClient,
  name: NpmArtifactName,
  at: Address,
  args: readonly unknown[],
): Promise<void> {
  return placeContract(client, { at, from: accounts.deployer.address, ...npmArtifact(name), args });
}

function contractNamed(
  contracts: Record<string, CompiledContract>,
  name: string,
): CompiledContract {
  const contract = contracts[name];
  if (!contract) throw new Error(`no compiled contract ${name}`);
  return contract;
}
