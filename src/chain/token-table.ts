import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";

/**
 * Without `decimals` they are read on chain. `symbol` is spelled for display. `deep`: its market is too large for one stranger to set its
 * price, so the agent wallet may buy it unnamed.
 */
export type TableToken = { symbol: string; address: Address; decimals?: number; deep?: true };

/** In lower case. */
export const tokenTable = (chainId: ChainId): readonly TableToken[] =>
  chainOf(chainId).tokens.map(({ symbol, address, decimals, deep }) => ({
    ...{ symbol, address: lower(address) },
    ...(decimals !== null && { decimals }),
    ...(deep && { deep }),
  }));

// Safe: lower case takes nothing from an address.
const lower = (address: Address): Address => address.toLowerCase() as Address;
