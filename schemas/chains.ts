import * as z from "zod";

/**
 * The chains that the service works on: id, short name, native coin, explorer. Source of coin and explorer: docs/facts/venues.md 5.
 * 999 is no chain for trading: only the tools of the venue that lives there act on it (decision 284).
 */
export const CHAINS = {
  1: { name: "ethereum", native: "ETH", explorer: "https://etherscan.io" },
  10: { name: "optimism", native: "ETH", explorer: "https://optimistic.etherscan.io" },
  56: { name: "bsc", native: "BNB", explorer: "https://bscscan.com" },
  130: { name: "unichain", native: "ETH", explorer: "https://uniscan.xyz" },
  137: { name: "polygon", native: "POL", explorer: "https://polygonscan.com" },
  999: { name: "hyperevm", native: "HYPE", explorer: "https://hyperevmscan.io" },
  8453: { name: "base", native: "ETH", explorer: "https://basescan.org" },
  42161: { name: "arbitrum", native: "ETH", explorer: "https://arbiscan.io" },
} as const;

export type ChainId = keyof typeof CHAINS;
/** What a caller may name anywhere (spec, "Limits"). */
export const CHAIN_IDS = [1, 10, 56, 130, 137, 8453, 42161] as const satisfies readonly ChainId[];
export const DEFAULT_CHAIN_ID = 8453 satisfies ChainId;

/** With the chain of a venue: what is kept of calls, and what delegation and balances may name. */
export const EVERY_CHAIN_ID = [...CHAIN_IDS, 999] as const satisfies readonly ChainId[];

/** Typed as any chain of ours, so that code has one type of chain; what it parses are the seven. */
export const chainId: z.ZodType<ChainId, ChainId> = z.literal(CHAIN_IDS);
export const everyChainId: z.ZodType<ChainId, ChainId> = z.literal(EVERY_CHAIN_ID);
/** How a chain id in a query is described: text on the wire, an integer to readers of the description. */
export const chainIdText = {
  type: "integer",
  pattern: undefined,
  enum: [...CHAIN_IDS],
  description: "The chain's id.",
};
