import { parseAbi } from "viem";

/** What is called on a vault. Source: docs/facts/vault-contracts.md 2. */
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
  "function updateUnitaryValue() returns (NavParams)",
  "function multicall(bytes[] data) returns (bytes[])",
  "function updateDelegation(Delegation[] delegations)",
  "function revokeAllDelegations(address delegated)",
  "function revokeAllDelegationsForSelector(bytes4 selector)",
]);
