import { tokenTable } from "../../../src/chain/addresses.ts";
import type { FastPathContext } from "../../../src/chat/reader/fast-path-context.ts";

/** A request on Base, with the tokens that the repository's table names. */
export const onBase: FastPathContext = { chainId: 8453, tokens: tokenTable };
