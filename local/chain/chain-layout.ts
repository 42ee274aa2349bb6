import type { Address } from "viem";
import { chainAddresses } from "./chain-addresses.ts";
import { type ChainPool, chainPoolsOf } from "./chain-pools.ts";
import { chainTokens, type TokenSymbol } from "./chain-tokens.ts";
import { derivedAddresses } from "./derived-addresses.ts";
import { secondChain } from "./second-chain.ts";
import { venueChain } from "./venue-chain.ts";

/** The chains that a stack can have. Every one has 8453, the others only where they are named. */
export type LocalChainId = 8453 | 42161 | 999;

/** Where a local chain puts what, before it is built. */
export type ChainLayout = {
  chainId: LocalChainId;
  addresses: Record<keyof typeof chainAddresses | keyof typeof derivedAddresses, Address>;
  tokens: Record<TokenSymbol, { address: Address; decimals: number }>;
  pools: ChainPool[];
};

const DIFFERENT = {
  8453: { addresses: chainAddresses, tokens: chainTokens },
  42161: secondChain,
  999: venueChain,
};

/**
 * All chains hold the same contracts, tokens and pools, at the addresses that each is documented
 * with.
 */
export function chainLayout(chainId: LocalChainId): ChainLayout {
  const { addresses, tokens } = DIFFERENT[chainId];
  const pools = chainPoolsOf(tokens, addresses.oracle);
  return { chainId, addresses: { ...addresses, ...derivedAddresses }, tokens, pools };
}
