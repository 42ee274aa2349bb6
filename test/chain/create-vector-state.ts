import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
} from "viem";
import { activateToken } from "../../local/chain/activate-token.ts";
import { cacheDir } from "../../local/chain/cache-dir.ts";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { type ChainClient, chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import type { TokenSymbol } from "../../local/chain/chain-tokens.ts";
import type { CompiledContract } from "../../local/chain/compile-contracts.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { loadContracts } from "../../local/chain/load-contracts.ts";
import { placeContract } from "../../local/chain/place-contract.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { vectorAddress } from "../support/vector-address.ts";
import { vectorFile } from "../support/vectors.ts";

const usdc = (whole: bigint) => whole * 10n ** 6n;
const baseSec = vectorFile.chain.states.base.timestamp;

const initAbi = parseAbi([
  "function initializePool(string name, string symbol, address owner, address baseToken)",
  "function register(address pool, string name, string symbol, bytes32 poolId)",
  "function modifyLiquidities(bytes unlockData, uint256 deadline) payable",
]);

/**
 * The vectors' "base" state: their three vaults at their addresses, the same supply, tracked tokens
 * and net value. Balances which no vector tells are chosen so that every observed net value comes
 * out.
 */
export async function createVectorState(handle: ChainHandle): Promise<void> {
  const client = chainClient(handle);
  const { VaultProxy } = loadContracts(cacheDir);
  if (!VaultProxy) throw new Error("no VaultProxy");
  await createVaultAt(handle, VaultProxy, "vault", "Bed USDC Vault", "BEDU", handle.tokens.USDC);
  await createVaultAt(handle, VaultProxy, "vaultETH", "Bed ETH Vault", "BEDE", zeroAddress);
  await createVaultAt(
    handle,
    VaultProxy,
    "vaultEmpty",
    "Bed Empty Vault",
    "BEDX",
    handle.tokens.USDC,
  );
  await mintOldPositions(handle, 13);
  await depositAsHolder(handle);
  await setBalances(handle, client);
  for (const vault of ["vault", "vaultETH"]) {
    const data = encodeFunctionData({ abi: chainAbi, functionName: "updateUnitaryValue" });
    await sendTransaction(handle, { from: vectorAddress("owner"), to: vectorAddress(vault), data });
  }
  await client.setNextBlockTimestamp({ timestamp: BigInt(baseSec) });
  await client.mine({ blocks: 1 });
}

async function createVaultAt(
  handle: ChainHandle,
  proxy: CompiledContract,
  vaultRole: string,
  name: string,
  symbol: string,
  baseToken: Address,
): Promise<void> {
  const client = chainClient(handle);
  const [at, owner] = [vectorAddress(vaultRole), vectorAddress("owner")];
  const init = encodeFunctionData({
    abi: initAbi,
    functionName: "initializePool",
    args: [name, symbol, owner, baseToken],
  });
  const args = [handle.addresses.implementation, init];
  await placeContract(client, {
    at,
    from: handle.accounts.deployer.address,
    abi: proxy.abi as Abi,
    bytecode: proxy.bytecode,
    args,
  });
  const poolId = keccak256(
    encodeAbiParameters([{ type: "string" }, { type: "address" }], [name, owner]),
  );
  const data = encodeFunctionData({
    abi: initAbi,
    functionName: "register",
    args: [at, name, symbol, poolId],
  });
  await sendAs(handle, handle.addresses.factory, handle.addresses.registry, data);
}

/**
 * Both deposits fall in the second before the state's block: the observed lock-up ends 30 days
 * after it.
 */
async function depositAsHolder(handle: ChainHandle): Promise<void> {
  const client = chainClient(handle);
  const holder = vectorAddress("holder");
  const mint = (amount: bigint) =>
    encodeFunctionData({ abi: chainAbi, functionName: "mint", args: [holder, amount, 0n] });
  const approve = encodeFunctionData({
    abi: chainAbi,
    functionName: "approve",
    args: [vectorAddress("vault"), 2n ** 256n - 1n],
  });
  await fundAccount(handle, holder, { USDC: usdc(1_000_000n) });
  await fundAccount(handle, vectorAddress("owner"), { USDC: usdc(1_000_000n) });
  await sendTransaction(handle, { from: holder, to: handle.tokens.USDC, data: approve });
  await client.setNextBlockTimestamp({ timestamp: BigInt(baseSec - 1) });
  await sendTransaction(handle, {
    from: holder,
    to: vectorAddress("vault"),
    data: mint(usdc(100_000n)),
  });
  const value = 50n * 10n ** 18n;
  await client.setNextBlockTimestamp({ timestamp: BigInt(baseSec - 1) });
  await sendTransaction(handle, {
    from: holder,
    to: vectorAddress("vaultETH"),
    data: mint(value),
    valueWei: value,
  });
}

async function setBalances(handle: ChainHandle, client: ChainClient): Promise<void> {
  const vault = vectorAddress("vault");
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "transfer",
    args: [vectorAddress("random"), usdc(35_000n)],
  });
  await sendAs(handle, vault, handle.tokens.USDC, data);
  // With 2 WETH, 2000 GRG and 3000 USDT this native amount makes the observed net value, with the
  // fraction (0.5 of a unit of USDC) which all observed changes allow.
  await fundAccount(handle, vault, {
    WETH: 2n * 10n ** 18n,
    USDT: usdc(3_000n),
    GRG: 2_000n * 10n ** 18n,
  });
  await fundAccount(handle, vault, { DAI: 2_000n * 10n ** 18n, NOFEED: 1_000n * 10n ** 18n });
  await client.setBalance({ address: vault, value: 9_977_756_745_787_661_924n });
  await track(handle, vault, ["ETH", "WETH", "USDT", "GRG"]);
  // 2500 USDC count 1.000034561546695465 native here.
  await fundAccount(handle, vectorAddress("vaultETH"), { USDC: usdc(2_500n) });
  await client.setBalance({
    address: vectorAddress("vaultETH"),
    value: 49_950_343_114_980_536_967n - 1_000_034_561_546_695_465n,
  });
  await track(handle, vectorAddress("vaultETH"), ["USDC"]);
  await fundAccount(handle, vectorAddress("vaultEmpty"), { USDC: usdc(1_000n) });
}

async function track(handle: ChainHandle, vault: Address, symbols: TokenSymbol[]): Promise<void> {
  for (const symbol of symbols) await activateToken(handle, vault, handle.tokens[symbol]);
}

/**
 * Positions of somebody else, so that the next token id is the observed 14 and position 1 is
 * foreign.
 */
async function mintOldPositions(handle: ChainHandle, count: number): Promise<void> {
  const pool = handle.pools.v4.v4_ETH_NOFEED;
  if (!pool) throw new Error("no pool v4_ETH_NOFEED");
  const key = [pool.currency0, pool.currency1, pool.fee, pool.tickSpacing, pool.hooks];
  const keyType = {
    type: "tuple",
    components: ["address", "address", "uint24", "int24", "address"].map((type) => ({ type })),
  };
  const types = ["int24", "int24", "uint256", "uint128", "uint128", "address", "bytes"].map(
    (type) => ({ type }),
  );
  const mint = encodeAbiParameters(
    [keyType, ...types],
    [key, 120_000, 120_060, 1_000n, 10n ** 18n, 0n, vectorAddress("stranger"), "0x"],
  );
  const settle = encodeAbiParameters(
    [{ type: "address" }, { type: "address" }],
    [pool.currency0, pool.currency1],
  );
  const sweep = encodeAbiParameters(
    [{ type: "address" }, { type: "address" }],
    [zeroAddress, vectorAddress("stranger")],
  );
  const actions = toHex(new Uint8Array([...Array(count).fill(0x02), 0x0d, 0x14]));
  const params = [...Array<typeof mint>(count).fill(mint), settle, sweep];
  const unlockData = encodeAbiParameters(
    [{ type: "bytes" }, { type: "bytes[]" }],
    [actions, params],
  );
  const data = encodeFunctionData({
    abi: initAbi,
    functionName: "modifyLiquidities",
    args: [unlockData, 2n ** 40n],
  });
  await sendTransaction(handle, {
    from: vectorAddress("stranger"),
    to: vectorAddress("positionManager"),
    data,
    valueWei: 10n ** 15n,
  });
}

async function sendAs(
  handle: ChainHandle,
  from: Address,
  to: Address,
  data: `0x${string}`,
): Promise<void> {
  const client = chainClient(handle);
  await client.impersonateAccount({ address: from });
  await client.setBalance({
    address: from,
    value: (await client.getBalance({ address: from })) + 10n ** 18n,
  });
  await sendTransaction(handle, { from, to, data });
  await client.stopImpersonatingAccount({ address: from });
}
