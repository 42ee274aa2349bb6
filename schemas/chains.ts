import * as z from "zod";

/** The chains a caller may name (spec, "Limits"): id, short name, native coin, explorer. Source of coin and explorer: docs/facts/venues.md 5. */
export const CHAINS = {
  1: { name: "ethereum", native: "ETH", explorer: "https://etherscan.io" },
  10: { name: "optimism", native: "ETH", explorer: "https://optimistic.etherscan.io" },
  56: { name: "bsc", native: "BNB", explorer: "https://bscscan.com" },
  130: { name: "unichain", native: "ETH", explorer: "https://uniscan.xyz" },
  137: { name: "polygon", native: "POL", explorer: "https://polygonscan.com" },
  8453: { name: "base", native: "ETH", explorer: "https://basescan.org" },
  42161: { name: "arbitrum", native: "ETH", explorer: "https://arbiscan.io" },
} as const;

export type ChainId = keyof typeof CHAINS;
export const CHAIN_IDS = [1, 10, 56, 130, 137, 8453, 42161] as const satisfies readonly ChainId[];
export const DEFAULT_CHAIN_ID = 8453 satisfies ChainId;

export const chainId = z.literal(CHAIN_IDS);
/** How a chain id in a query is described: text on the wire, an integer to readers of the description. */
export const chainIdText = {
  type: "integer",
  pattern: undefined,
  enum: [...CHAIN_IDS],
  description: "The chain's id.",
};
