import { parseAbi } from "viem";

/** Which adapter a vault runs a selector with; zero means none. Source: facts/vault-contracts.md 1, facts/signatures.txt. */
export const authorityAbi = parseAbi(["function getApplicationAdapter(bytes4 selector) view returns (address)"]);
