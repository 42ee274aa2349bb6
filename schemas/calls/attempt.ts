import * as z from "zod";
import { grantId } from "../auth/agent-grant.ts";
import { everyChainId } from "../chains.ts";
import { followedCall } from "../orders/venue-order.ts";
import { baseUnits, hexAddress, hexData, hexHash, unixMs } from "../primitives.ts";
import { venueId } from "../venue-ids.ts";

/**
 * An attempt's life. `prepared`: written before sending, may or may not be out; `sent`: marked
 * before a node gets it.
 *
 * | from | what the chain shows | then |
 * |---|---|---|
 * | prepared | its caller refused it, nothing signed went out | never_sent, or abandoned: its nonce is freed by a resolver |
 * | open | a receipt of its own hashes with its confirmations | confirmed or reverted |
 * | open | a receipt of a freeing hash with its confirmations | replaced |
 * | open | unknown to the node, nonce unused | sent again at its nonce while all allows it, else freeing signed |
 * | open | known, late or under the base fee | replacement signed (or freeing raised), within the cap |
 * | open | anything unread, or a used nonce without receipt | open: unknown is never failure |
 * | open | the same, used 64 blocks ago already, two looks in a row | vault frozen, then replaced: the store forgot what used it |
 * | ended by a block | the same outcome in another block | watched there |
 * | ended by a block | not as it was counted, deeper than its confirmations | vault frozen, counts stay |
 *
 * Freeing never turns back into the call. Every hash is in the record before a node gets it.
 */
export const attemptStatus = z.enum([
  "prepared",
  "sent",
  "confirmed",
  "reverted",
  "replaced",
  "never_sent",
]);
export type AttemptStatus = z.infer<typeof attemptStatus>;

/**
 * Value of a swap by the vault's own oracle when it was written, in base units of the base token.
 * The loss budget holds by it, and corrects the hold by the receipt.
 */
const swapValuation = z.object({
  baseToken: hexAddress,
  /** Value of the most that may leave (`maxInBase`), rounded up. */
  maxInValueBase: baseUnits,
  /** Value of the quoted output (`amountOutBase`), rounded down. */
  amountOutValueBase: baseUnits,
  /** The vault's net total value right before it. */
  netTotalValueBase: baseUnits,
});
export type SwapValuation = z.infer<typeof swapValuation>;

/**
 * Market prices right before an attempt was sent, read in the request that named the block. A later
 * look finds other prices. In base units of the swap's tokens.
 */
export const attemptMarket = z.object({
  /**
   * Amounts of tokenIn and tokenOut that are worth the same at the vault's oracle, so a price in
   * both directions: one of them is the requested amount. null: a token without a feed.
   */
  oracle: z.object({ inBase: baseUnits, outBase: baseUnits }).nullable(),
  /**
   * The shortest mean in seconds, among the two tokens and the vault's base token. null: none of
   * them has a pool that limits it.
   */
  oracleWindowSec: z.int().min(0).nullable(),
  /** The venue's quote; 1:1 for the vault's own wrapping. */
  quotedInBase: baseUnits,
  quotedOutBase: baseUnits,
  blockNumber: baseUnits,
  blockTimeSec: z.int(),
  /**
   * Base units of the vault's base token that `wei` of the chain's coin are worth at its oracle:
   * what gas cost is told by it. null: the oracle did not say. Absent in older records.
   */
  coinWorth: z.object({ wei: baseUnits, valueBase: baseUnits }).nullable().optional(),
  /**
   * So much of the chain's coin, and what it is worth at the vault's oracle in the token whose
   * amount the request leaves open. Absent: not read, or without a feed.
   */
  coin: z.object({ wei: baseUnits, counterBase: baseUnits }).optional(),
});
export type AttemptMarket = z.infer<typeof attemptMarket>;

/** The swap with the bounds that its calldata enforces; null for other calls. */
export const attemptSwap = z.object({
  venue: z.string(),
  tokenIn: hexAddress,
  tokenOut: hexAddress,
  decimalsIn: z.int(),
  decimalsOut: z.int(),
  symbolIn: z.string(),
  symbolOut: z.string(),
  /** Quoted amounts, and the enforced bounds: most that can leave, least that must arrive. */
  amountInBase: baseUnits,
  amountOutBase: baseUnits,
  maxInBase: baseUnits,
  minOutBase: baseUnits,
  /** Absent in records from before it was kept. */
  market: attemptMarket.optional(),
  /**
   * Absent: the sold token has no feed, the vault wraps 1:1, or a record from before it was kept.
   */
  valuation: swapValuation.optional(),
});
export type AttemptSwap = z.infer<typeof attemptSwap>;

/**
 * An intent to broadcast (docs/design.md, "Exactly once" 3). Signed bytes are never stored: what is
 * needed again is signed again.
 */
export const attempt = z.object({
  /**
   * `twap:{vault}:{orderId}:{slice}:{attempt}`, `nav_sync:` likewise, `call:{request id}`, or
   * `operation:{operation id}`.
   */
  id: z.string(),
  vault: hexAddress,
  chainId: everyChainId,
  agent: hexAddress,
  keyVersion: z.int().min(1),
  operator: hexAddress,
  /** By which grant of the operator's its agent called. */
  grant: grantId.optional(),
  venue: venueId.optional(),
  orderId: z.int().optional(),
  sliceNumber: z.int().optional(),
  nonce: z.int().min(0),
  to: hexAddress,
  data: hexData,
  gas: baseUnits,
  /**
   * In gwei: the highest fee per gas that may be signed for it, of a slice that its operator trades
   * by a button. A slice of the schedule has it in its order.
   */
  maxGasPrice: z.string().optional(),
  /** Upper bound of its L1 fee in wei when it was built. Absent: the chain has no such fee. */
  l1FeeWei: baseUnits.optional(),
  /** Fees of the last transaction that was signed at this nonce: the highest so far. */
  maxFeePerGas: baseUnits,
  maxPriorityFeePerGas: baseUnits,
  /** Every hash that was signed at this nonce for this attempt, first to last. */
  hashes: z.array(hexHash).min(1),
  /** Hashes of 0-wei transactions of the agent to itself, signed to free the nonce. */
  freeingHashes: z.array(hexHash),
  status: attemptStatus,
  createdAt: unixMs,
  /** When a resolver last wrote down that it sends something at this nonce. Absent until then. */
  sentAt: unixMs.optional(),
  /**
   * When the last observation of the chain found its nonce used, long ago, by nothing that is
   * listed here. Absent: it did not.
   */
  suspectedAt: unixMs.optional(),
  deadlineSec: z.int().optional(),
  swap: attemptSwap.nullable(),
  /**
   * Loss of NAV per unit in base units once it is mined, because value moved to another chain on
   * purpose. The 24-hour high moves with it.
   */
  navShift: z.object({ perUnit: baseUnits }).optional(),
  /** Its order at a venue that acts later, followed from confirmation on. */
  follow: followedCall.optional(),
  /** The mined hash of a followed call, among all that were signed. */
  minedHash: hexHash.optional(),
  /**
   * The transaction that ended it, and what it cost the agent wallet: with the L1 fee, where its
   * receipt names one.
   */
  mined: z.object({ hash: hexHash, gasUsed: baseUnits, gasCostWei: baseUnits }).optional(),
  /** Block of the transaction that ended it; while it is watched, the last block that mined it. */
  blockNumber: baseUnits.optional(),
  blockHash: hexHash.optional(),
  /** Amounts that a confirmed swap moved, in base units, as its order counts them. */
  amounts: z
    .object({ soldBase: baseUnits, boughtBase: baseUnits, estimated: z.boolean() })
    .optional(),
  error: z.string().max(400).optional(),
  /** Hold of the loss budget in parts per billion of the vault's value. Absent: none. */
  heldLossPpb: z.int().min(0).optional(),
  /**
   * Ended as `replaced` because something that the store forgot used its nonce, which may have been
   * its own call.
   */
  isForgotten: z.literal(true).optional(),
  /**
   * Ended by a block that a deep reorg took back: its status is what was counted, not what the
   * chain has.
   */
  isTakenBack: z.literal(true).optional(),
});
export type Attempt = z.infer<typeof attempt>;
