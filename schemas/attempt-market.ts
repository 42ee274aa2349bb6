import * as z from "zod";
import { baseUnits } from "./primitives.ts";

/**
 * What the market said when an attempt was written, right before it was sent: read in the request that named the block. Nothing
 * else keeps it: a later look finds other prices. Amounts are base units of the swap's own tokens.
 */
export const attemptMarket = z.object({
  /**
   * Amounts of tokenIn and tokenOut that are worth the same at the vault's oracle, so a price in both directions: one of them is
   * the requested amount. null: a token without a feed.
   */
  oracle: z.object({ inBase: baseUnits, outBase: baseUnits }).nullable(),
  /** The shortest mean in seconds, among the two tokens and the vault's base token. null: none of them has a pool that limits it. */
  oracleWindowSec: z.int().min(0).nullable(),
  /** What the venue quoted; 1:1 for the vault's own wrapping. */
  quotedInBase: baseUnits,
  quotedOutBase: baseUnits,
  blockNumber: baseUnits,
  blockTimeSec: z.int(),
});
export type AttemptMarket = z.infer<typeof attemptMarket>;
