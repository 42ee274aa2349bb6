import type { ChainId } from "../../schemas/chains.ts";

/** Blocks a receipt must be deep before a slice counts, its own block included (decisions 42 and 284). */
export const CONFIRMATIONS: Record<ChainId, bigint> = {
  1: 2n,
  10: 1n,
  56: 3n,
  130: 1n,
  137: 5n,
  999: 1n,
  8453: 1n,
  42161: 1n,
};
