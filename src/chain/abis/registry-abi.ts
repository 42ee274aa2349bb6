import { parseAbi } from "viem";

/** Zero means not registered. Source: docs/facts/vault-contracts.md 12. */
export const registryAbi = parseAbi(["function getPoolIdFromAddress(address pool) view returns (bytes32)"]);
