import { CHAINS, type ChainId } from "../../schemas/chains.ts";

/** Link to a transaction on its chain's explorer. */
export const explorerTxUrl = (chainId: ChainId, hash: string): string => `${CHAINS[chainId].explorer}/tx/${hash}`;
