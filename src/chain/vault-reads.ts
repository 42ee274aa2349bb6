import { type Address, type Hex, hexToBigInt, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { type At, mapCall, type RpcCall, readsOf } from "./rpc-call.ts";

export type Pool = {
  name: string;
  symbol: string;
  decimals: number;
  owner: Address;
  baseToken: Address;
};
type PoolTokens = { unitaryValue: bigint; totalSupply: bigint };
/** `activeTokens` never has the base token. */
type ActiveTokens = { activeTokens: readonly Address[]; baseToken: Address };

/** Reads of a vault. Addresses are in lower case. Source: docs/facts/vault-contracts.md 2. */
export const vaultReads = {
  owner: (vault: Address, at?: At): RpcCall<Address> =>
    mapCall(readVault(vault, "owner", [], at), lowerHex),
  name: (vault: Address, at?: At): RpcCall<string> => readVault(vault, "name", [], at),
  symbol: (vault: Address, at?: At): RpcCall<string> => readVault(vault, "symbol", [], at),
  decimals: (vault: Address, at?: At): RpcCall<number> => readVault(vault, "decimals", [], at),
  totalSupply: (vault: Address, at?: At): RpcCall<bigint> =>
    readVault(vault, "totalSupply", [], at),
  version: (vault: Address, at?: At): RpcCall<string> => readVault(vault, "VERSION", [], at),
  pool: (vault: Address, at?: At): RpcCall<Pool> =>
    mapCall(readVault(vault, "getPool", [], at), (pool) => ({
      ...pool,
      owner: lowerHex(pool.owner),
      baseToken: lowerHex(pool.baseToken),
    })),
  /** The stored unit value, par while there is no supply. */
  poolTokens: (vault: Address, at?: At): RpcCall<PoolTokens> =>
    readVault(vault, "getPoolTokens", [], at),
  activeTokens: (vault: Address, at?: At): RpcCall<ActiveTokens> =>
    mapCall(readVault(vault, "getActiveTokens", [], at), ({ activeTokens, baseToken }) => ({
      activeTokens: activeTokens.map(lowerHex),
      baseToken: lowerHex(baseToken),
    })),
  /** Compare as sets: a revocation reorders them. */
  delegatedSelectors: (vault: Address, agent: Address, at?: At): RpcCall<readonly Hex[]> =>
    readVault(vault, "getDelegatedSelectors", [agent], at),
  hasPriceFeed: (vault: Address, token: Address, at?: At): RpcCall<boolean> =>
    readVault(vault, "hasPriceFeed", [token], at),
  /**
   * At the oracle's 5-minute mean. Reverts without a feed, though not for 0: ask `hasPriceFeed`. 0
   * where the cross price leaves the range of ticks.
   */
  convertTokenAmount: (
    vault: Address,
    token: Address,
    amountBase: bigint,
    target: Address,
    at?: At,
  ): RpcCall<bigint> => readVault(vault, "convertTokenAmount", [token, amountBase, target], at),
  /**
   * Mean tick against the coin, 0 for the coin and its wrapped form. Reverts without a feed: ask
   * `hasPriceFeed`. Source: docs/facts/vault-contracts.md 10.
   */
  meanTick: (vault: Address, token: Address, at?: At): RpcCall<number> =>
    readVault(vault, "getTwap", [token], at),
  /** The vault can touch no position but those that it minted. */
  positionIds: (vault: Address, at?: At): RpcCall<readonly bigint[]> =>
    readVault(vault, "getUniV4TokenIds", [], at),
  /** Units that came from other chains (positive) or left (negative), in the vault's decimals. */
  virtualSupply: (vault: Address, at?: At): RpcCall<bigint> =>
    mapCall(readVault(vault, "getStorageAt", [VIRTUAL_SUPPLY_SLOT, 1n], at), (word) =>
      hexToBigInt(word, { signed: true, size: 32 }),
    ),
};

/** docs/facts/across.md 1. */
const VIRTUAL_SUPPLY_SLOT = 0xc1634c3ed93b1f7aa4d725c710ac3b239c1d30894404e630b60009ee3411450fn;

/** Source: docs/facts/vault-contracts.md 2. */
export const vaultAbi = parseAbi([
  "struct Pool { string name; string symbol; uint8 decimals; address owner; address baseToken; }",
  "struct PoolTokens { uint256 unitaryValue; uint256 totalSupply; }",
  "struct ActiveTokens { address[] activeTokens; address baseToken; }",
  "struct NavParams { uint256 unitaryValue; uint256 netTotalValue; uint256 netTotalLiabilities; }",
  "struct Delegation { address delegated; bytes4 selector; bool isDelegated; }",
  "function owner() view returns (address)",
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function VERSION() view returns (string)",
  "function getPool() view returns (Pool)",
  "function getPoolTokens() view returns (PoolTokens)",
  "function getActiveTokens() view returns (ActiveTokens)",
  "function getDelegatedSelectors(address delegated) view returns (bytes4[])",
  "function getDelegatedAddresses(bytes4 selector) view returns (address[])",
  "function hasPriceFeed(address token) view returns (bool)",
  "function convertTokenAmount(address token, int256 amount, address targetToken) view returns (int256)",
  "function getTwap(address token) view returns (int24)",
  "function getUniV4TokenIds() view returns (uint256[])",
  "function getStorageAt(uint256 offset, uint256 length) view returns (bytes)",
  "function updateUnitaryValue() returns (NavParams)",
  "struct NavData { uint256 totalValue; uint256 unitaryValue; uint256 timestamp; }",
  "function getNavDataView() view returns (NavData)",
  "function multicall(bytes[] data) returns (bytes[])",
  "function updateDelegation(Delegation[] delegations)",
  "function revokeAllDelegations(address delegated)",
  "function revokeAllDelegationsForSelector(bytes4 selector)",
]);

/** Reads of a vault by its ABI. */
export const readVault = readsOf(vaultAbi);

/** Reads of the chain's vault registry. */
export const registryReads = {
  /** 32 zero bytes for an address that is no vault (decision D3). */
  poolId: (registry: Address, vault: Address): RpcCall<Hex> =>
    readRegistry(registry, "getPoolIdFromAddress", [vault]),
};

export const NOT_REGISTERED = `0x${"0".repeat(64)}`;

/** Source: docs/facts/vault-contracts.md 12. */
const registryAbi = parseAbi([
  "function getPoolIdFromAddress(address pool) view returns (bytes32)",
]);
const readRegistry = readsOf(registryAbi);

/**
 * execute(bytes,bytes[],uint256). Its adapter tells the router version that vaults use
 * (docs/facts/venues.md 3).
 */
const EXECUTE = "0x3593564c";

/** Reads of the chain's authority. */
export const authorityReads = {
  /** In lower case; the zero address for none. */
  applicationAdapter: (authority: Address, selector: Hex): RpcCall<Address> =>
    mapCall(readAuthority(authority, "getApplicationAdapter", [selector]), lowerHex),
  routerAdapter: (authority: Address): RpcCall<Address> =>
    authorityReads.applicationAdapter(authority, EXECUTE),
};

/** Source: docs/facts/vault-contracts.md 1 and 2. */
export const authorityAbi = parseAbi([
  "function getApplicationAdapter(bytes4 selector) view returns (address)",
]);
const readAuthority = readsOf(authorityAbi);
