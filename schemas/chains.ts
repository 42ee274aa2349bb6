import type * as z from "zod";
import { oneOf } from "./one-of.ts";

/**
 * The chains that a caller may name anywhere (spec, "Limits"). What is known of each: src/chains.
 */
export const CHAIN_IDS = [1, 10, 56, 130, 137, 8453, 42161] as const;
/**
 * With those of a protocol (decision D1): what is kept of calls, and what delegation and balances
 * may name.
 */
export const EVERY_CHAIN_ID = [...CHAIN_IDS, 999] as const;
/** Names of CHAIN_IDS in descriptions of arguments; src/chains has each with its chain. */
export const CHAIN_NAMES = "ethereum, base, arbitrum, optimism, polygon, bsc or unichain";
export type ChainId = (typeof EVERY_CHAIN_ID)[number];

/** The chain of callers who name none. */
export const DEFAULT_CHAIN_ID = 8453 satisfies ChainId;
/** Calls are paid in USDC of this chain, wherever the vault is (spec, "Payment layer"). */
export const PAYMENT_CHAIN_ID = 8453 satisfies ChainId;

/**
 * Typed as any chain of ours, so that code has one type of chain; what it parses are those that a
 * caller may name.
 */
export const chainId: z.ZodType<ChainId, ChainId> = oneOf<ChainId>(CHAIN_IDS);
export const everyChainId: z.ZodType<ChainId, ChainId> = oneOf<ChainId>(EVERY_CHAIN_ID);
/** A chain id in a query: text on the wire, an integer in descriptions. */
export const chainIdText = {
  type: "integer",
  pattern: undefined,
  enum: CHAIN_IDS,
  description: "The chain's id.",
};
