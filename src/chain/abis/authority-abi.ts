import { parseAbi } from "viem";

/** Which adapter a vault runs a selector with; zero means none. Source: docs/facts/vault-contracts.md 1 and 2. */
export const authorityAbi = parseAbi(["function getApplicationAdapter(bytes4 selector) view returns (address)"]);
