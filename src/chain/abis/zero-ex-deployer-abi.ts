import { parseAbi } from "viem";

/** Names the current and the previous Settler of a feature. Source: docs/facts/vault-contracts.md 7. */
export const zeroExDeployerAbi = parseAbi([
  "function ownerOf(uint256 feature) view returns (address)",
  "function prev(uint128 feature) view returns (address)",
]);
