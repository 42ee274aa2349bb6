import type { ChainId } from "../../../schemas/chains.ts";
import type { TableToken } from "../../chain/addresses.ts";

/**
 * What a message does not say: the request's chain, and the tokens that may be named by symbol on
 * each chain.
 */
export type FastPathContext = {
  chainId: ChainId;
  tokens: (chainId: ChainId) => readonly TableToken[];
  /** When it was said; undefined: no time of day is read. */
  nowMs?: number;
};
