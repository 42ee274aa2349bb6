import { parseAbi } from "viem";

/** The registry of vaults; zero means not registered. Source: docs/facts/vault-contracts.md 12. */
export const registryAbi = parseAbi(["function getPoolIdFromAddress(address pool) view returns (bytes32)"]);
