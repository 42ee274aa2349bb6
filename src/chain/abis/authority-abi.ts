import { parseAbi } from "viem";

/** Zero means none. Source: docs/facts/vault-contracts.md 1 and 2. */
export const authorityAbi = parseAbi(["function getApplicationAdapter(bytes4 selector) view returns (address)"]);
