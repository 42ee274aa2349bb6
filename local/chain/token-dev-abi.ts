import { parseAbi } from "viem";

/** The dev methods of the local tokens; apart because a vault's `mint` has the same name. */
export const tokenDevAbi = parseAbi(["function mint(address to, uint256 amount)"]);
