import { parseAbi } from "viem";

/** Source: docs/facts/vault-contracts.md 11. */
export const factoryAbi = parseAbi([
  "function createPool(string name, string symbol, address baseToken) returns (address newPoolAddress, bytes32 poolId)",
  "event Registered(address indexed group, address pool, bytes32 indexed name, bytes32 indexed symbol, bytes32 id)",
]);
