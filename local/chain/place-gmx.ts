import { type Address, encodeAbiParameters, type Hex, keccak256, parseUnits } from "viem";
import { chainAccounts } from "./chain-accounts.ts";
import type { ChainClient } from "./chain-client.ts";
import type { ChainLayout } from "./chain-layout.ts";
import type { CompiledContract } from "./compile-contracts.ts";
import { gmxPlaces } from "./gmx-places.ts";
import { placeContract } from "./place-contract.ts";
import { tokenDevAbi } from "./token-dev-abi.ts";
import { writeContract } from "./write-contract.ts";

const accounts = chainAccounts();
const keeper = accounts.whale.address;
const ONE = 10n ** 30n;

/**
 * GMX's settings on Arbitrum (gmx-synthetics a5c0c88, config/general.ts and config/markets.ts); the
 * delay is a local one.
 */
const SETTINGS: Record<string, bigint> = {
  ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1: 600_000n,
  ESTIMATED_GAS_FEE_PER_ORACLE_PRICE: 250_000n,
  ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR: ONE,
  INCREASE_ORDER_GAS_LIMIT: 3_000_000n,
  DECREASE_ORDER_GAS_LIMIT: 3_000_000n,
  MIN_COLLATERAL_USD: ONE,
  MIN_POSITION_SIZE_USD: ONE,
  REQUEST_EXPIRATION_TIME: 300n,
  CLAIMABLE_COLLATERAL_TIME_DIVISOR: 3_600n,
  CLAIMABLE_COLLATERAL_DELAY: 432_000n,
};

/**
 * GMX on the chain: contracts, settings, markets, prices, and the pools' tokens. Methods of vaults
 * are mapped to the adapter by the caller.
 */
export async function placeGmx(
  client: ChainClient,
  contracts: Record<string, CompiledContract>,
  { addresses, tokens }: ChainLayout,
): Promise<void> {
  const { exchange, store, reader, prices, events, orderVault, markets } = gmxPlaces;
  const place = (name: string, at: Address, args: readonly unknown[]) => {
    const contract = contracts[name];
    if (!contract) throw new Error(`no compiled contract ${name}`);
    return placeContract(client, { at, from: accounts.deployer.address, ...contract, args });
  };
  const write = (name: string, address: Address, functionName: string, args: readonly unknown[]) =>
    writeContract(client, {
      account: keeper,
      address,
      abi: contracts[name]?.abi ?? [],
      functionName,
      args,
    });
  await place("GmxStore", store, [exchange, keeper]);
  await place("GmxReader", reader, []);
  await place("GmxPrices", prices, [keeper]);
  await place("GmxEvents", events, [exchange]);
  await place("GmxOrderVault", orderVault, [exchange]);
  const places = { store, reader, events, vault: orderVault, wnt: addresses.wrappedNative, keeper };
  await place("GmxExchange", exchange, [places]);
  await place("GmxAdapter", addresses.gmxAdapter, [
    exchange,
    store,
    reader,
    addresses.wrappedNative,
  ]);
  const set = (key: Hex, value: bigint) => write("GmxStore", store, "setUint", [key, value]);
  for (const [name, value] of Object.entries(SETTINGS)) await set(nameKey(name), value);
  for (const {
    marketToken,
    indexToken,
    longToken,
    shortToken,
    decimals,
    price,
    hasFeed,
  } of Object.values(markets)) {
    await write("GmxStore", store, "addMarket", [
      { marketToken, indexToken, longToken, shortToken },
    ]);
    await set(marketKey("MIN_COLLATERAL_FACTOR", marketToken), ONE / 100n);
    await set(marketKey("MIN_COLLATERAL_FACTOR_FOR_LIQUIDATION", marketToken), ONE / 200n);
    await set(feeKey(marketToken, true), (ONE * 4n) / 10_000n);
    await set(feeKey(marketToken, false), (ONE * 6n) / 10_000n);
    const scaled = parseUnits(price, 30 - decimals);
    if (hasFeed) await write("GmxPrices", prices, "set", [indexToken, scaled, scaled]);
  }
  await write("GmxPrices", prices, "set", [tokens.USDC.address, 10n ** 24n, 10n ** 24n]);
  await fillPools(client, contracts, tokens.USDC.address, addresses.wrappedNative);
}

const nameKey = (name: string): Hex => keccak256(encodeAbiParameters([{ type: "string" }], [name]));
const marketKey = (name: string, market: Address): Hex =>
  keccak256(
    encodeAbiParameters([{ type: "bytes32" }, { type: "address" }], [nameKey(name), market]),
  );
const feeKey = (market: Address, improves: boolean): Hex => {
  const types = [{ type: "bytes32" }, { type: "address" }, { type: "bool" }];
  return keccak256(encodeAbiParameters(types, [nameKey("POSITION_FEE_FACTOR"), market, improves]));
};

/** What profits, funding and withheld collateral are paid from. */
async function fillPools(
  client: ChainClient,
  contracts: Record<string, CompiledContract>,
  usdc: Address,
  weth: Address,
): Promise<void> {
  const { exchange } = gmxPlaces;
  const mint = [exchange, 10_000_000n * 10n ** 6n];
  await writeContract(client, {
    account: keeper,
    address: usdc,
    abi: tokenDevAbi,
    functionName: "mint",
    args: mint,
  });
  const amount = 2_000n * 10n ** 18n;
  const abi = contracts.WrappedNative?.abi ?? [];
  await client.setBalance({
    address: keeper,
    value: (await client.getBalance({ address: keeper })) + amount,
  });
  const hash = await client.sendTransaction({
    account: keeper,
    to: weth,
    value: amount,
    gas: 1_000_000n,
  });
  await client.waitForTransactionReceipt({ hash });
  await writeContract(client, {
    account: keeper,
    address: weth,
    abi,
    functionName: "transfer",
    args: [exchange, amount],
  });
}
