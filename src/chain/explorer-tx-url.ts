import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";

/** Link to a transaction on its chain's explorer. */
export const explorerTxUrl = (chainId: ChainId, hash: string): string => `${chainOf(chainId).explorer}/tx/${hash}`;
