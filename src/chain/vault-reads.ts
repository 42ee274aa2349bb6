import { type Address, type Hex, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";

/** `block` pins the read, `from` is msg.sender. */
type At = { block?: bigint; from?: Address };

export type Pool = { name: string; symbol: string; decimals: number; owner: Address; baseToken: Address };
type PoolTokens = { unitaryValue: bigint; totalSupply: bigint };
/** The base token is never inside `activeTokens`. */
type ActiveTokens = { activeTokens: readonly Address[]; baseToken: Address };

/** Addresses come out in lower case. Source: docs/facts/vault-contracts.md 2. */
export const vaultReads = {
  owner: (vault: Address, at: At = {}): RpcCall<Address> =>
    mapCall(readContract({ ...at, address: vault, abi: vaultAbi, functionName: "owner", args: [] }), lowerHex),
  name: (vault: Address, at: At = {}): RpcCall<string> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "name", args: [] }),
  symbol: (vault: Address, at: At = {}): RpcCall<string> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "symbol", args: [] }),
  decimals: (vault: Address, at: At = {}): RpcCall<number> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "decimals", args: [] }),
  totalSupply: (vault: Address, at: At = {}): RpcCall<bigint> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "totalSupply", args: [] }),
  version: (vault: Address, at: At = {}): RpcCall<string> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "VERSION", args: [] }),
  pool: (vault: Address, at: At = {}): RpcCall<Pool> =>
    mapCall(readContract({ ...at, address: vault, abi: vaultAbi, functionName: "getPool", args: [] }), (pool) => ({
      ...pool,
      owner: lowerHex(pool.owner),
      baseToken: lowerHex(pool.baseToken),
    })),
  /** The stored unit value, which is par while there is no supply. */
  poolTokens: (vault: Address, at: At = {}): RpcCall<PoolTokens> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "getPoolTokens", args: [] }),
  activeTokens: (vault: Address, at: At = {}): RpcCall<ActiveTokens> =>
    mapCall(
      readContract({ ...at, address: vault, abi: vaultAbi, functionName: "getActiveTokens", args: [] }),
      ({ activeTokens, baseToken }) => ({
        activeTokens: activeTokens.map(lowerHex),
        baseToken: lowerHex(baseToken),
      }),
    ),
  /** Compare as sets, a revocation reorders them. */
  delegatedSelectors: (vault: Address, agent: Address, at: At = {}): RpcCall<readonly Hex[]> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "getDelegatedSelectors", args: [agent] }),
  hasPriceFeed: (vault: Address, token: Address, at: At = {}): RpcCall<boolean> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "hasPriceFeed", args: [token] }),
  /**
   * At the oracle's 5-minute mean. Reverts without a feed, but not for an amount of 0: ask `hasPriceFeed`. 0 when the cross price leaves the
   * range of ticks.
   */
  convertTokenAmount: (
    vault: Address,
    token: Address,
    amountBase: bigint,
    target: Address,
    at: At = {},
  ): RpcCall<bigint> =>
    readContract({
      ...at,
      address: vault,
      abi: vaultAbi,
      functionName: "convertTokenAmount",
      args: [token, amountBase, target],
    }),
  /**
   * Against the native coin, 0 for the coin and its wrapped form. Reverts without a feed: ask `hasPriceFeed`. Source:
   * docs/facts/vault-contracts.md 10.
   */
  meanTick: (vault: Address, token: Address, at: At = {}): RpcCall<number> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "getTwap", args: [token] }),
  /** Those that the vault minted itself; it can touch no others. */
  positionIds: (vault: Address, at: At = {}): RpcCall<readonly bigint[]> =>
    readContract({ ...at, address: vault, abi: vaultAbi, functionName: "getUniV4TokenIds", args: [] }),
};

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
  "function updateUnitaryValue() returns (NavParams)",
  "struct NavData { uint256 totalValue; uint256 unitaryValue; uint256 timestamp; }",
  "function getNavDataView() view returns (NavData)",
  "function multicall(bytes[] data) returns (bytes[])",
  "function updateDelegation(Delegation[] delegations)",
  "function revokeAllDelegations(address delegated)",
  "function revokeAllDelegationsForSelector(bytes4 selector)",
]);
