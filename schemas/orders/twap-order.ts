import * as z from "zod";
import { chainId } from "../chains.ts";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../primitives.ts";
import { venueId } from "../venue-ids.ts";
import { ORDER_LIMITS } from "./order-limits.ts";
import { recordTerms } from "./order-terms.ts";

/**
 * Words a person can read beside the wire's `active`. `pending_confirmation`: a slice is out and
 * its outcome unknown.
 */
export const twapStatus = z.enum([
  "active",
  "pending_confirmation",
  "paused",
  "auto_paused",
  "completed",
  "cancelled",
  "expired",
]);
export type TwapStatus = z.infer<typeof twapStatus>;

const randomBps = z.int().min(0).max(ORDER_LIMITS.maxRandomBps);

/**
 * A cut of what is left: after `fromSlice` slices and `fromBase` of the total, so many slices of
 * sliceBase; the last one is what the others leave.
 */
const segment = z.object({
  fromSlice: z.int().min(0),
  fromBase: baseUnits,
  slices: z.int().min(1),
  sliceBase: baseUnits,
});
export type Segment = z.infer<typeof segment>;

/**
 * A TWAP order: the spec's fields, and below them what the schedule and exact sums need.
 * Amounts without suffix are human-readable strings, `*Base` are base units of the token they name.
 */
export const twapOrder = z.object({
  id: z.int().min(0),
  side: z.enum(["buy", "sell"]),
  sellToken: z.string(),
  buyToken: z.string(),
  sellTokenAddress: hexAddress,
  buyTokenAddress: hexAddress,
  totalAmount: decimalAmount,
  sliceAmount: decimalAmount,
  sliceCount: z.int().min(1).max(ORDER_LIMITS.maxSlices),
  intervalMinutes: z.int().min(ORDER_LIMITS.minIntervalMinutes),
  dex: venueId,
  chainId,
  vaultAddress: hexAddress,
  operatorAddress: hexAddress,
  active: z.boolean(),
  createdAt: unixMs,
  lastExecution: unixMs.optional(),
  consecutiveFailures: z.int().min(0),
  lastError: z.string().optional(),
  completedAt: unixMs.optional(),
  amountSpent: decimalAmount,
  totalBought: decimalAmount,
  slicesExecuted: z.int().min(0),
  autoExecute: z.boolean(),
  // beyond the spec
  status: twapStatus,
  sellDecimals: z.int().min(0).max(36),
  buyDecimals: z.int().min(0).max(36),
  sellSymbol: z.string(),
  buySymbol: z.string(),
  /** In base units of the `side` token; the last slice is total minus the others. */
  totalBase: baseUnits,
  sliceBase: baseUnits,
  spentBase: baseUnits,
  boughtBase: baseUnits,
  /** True once a native side had to be kept as an estimate (decision D31). */
  amountsEstimated: z.boolean(),
  /**
   * Time of the first slice attempt: the anchor of the schedule (decision D36). Absent until then.
   */
  anchorMs: unixMs.optional(),
  /**
   * Index of the next planned point: its time is anchorMs + pointIndex x interval. 0 before the
   * first attempt.
   */
  pointIndex: z.int().min(0),
  /** Attempts opened so far for the next slice: numbers the attempt ids of that slice. */
  attemptsOfSlice: z.int().min(0),
  /** Id of the attempt whose outcome is not known yet. */
  pendingAttempt: z.string().optional(),
  /** The token that it buys was named by the card that was approved for it, and for it alone. */
  namedByCard: z.literal(true).optional(),
  // Options and what became of them; what a record lacks it was made without.
  limitPrice: decimalAmount.optional(),
  /** There where limitPrice is. */
  limitPriceOf: z.enum(["sellToken", "buyToken"]).optional(),
  /** Nothing runs before. */
  startAt: unixMs.optional(),
  /** The first ms at which nothing is traded any more. */
  expiresAt: unixMs.optional(),
  /** In gwei. */
  maxGasPrice: decimalAmount.optional(),
  randomize: z.object({ sizeBps: randomBps, timeBps: randomBps }).optional(),
  catchUp: z.boolean().optional(),
  /** Numbers of the skipped slices, ascending; never empty. */
  skippedSlices: z.array(z.int().min(1)).optional(),
  /**
   * Planned amounts of the skipped slices and, once it has expired, of what was left, in base units
   * of the `side` token.
   */
  skippedBase: baseUnits.optional(),
  restBase: baseUnits.optional(),
  /**
   * Planned amounts of the executed slices. Absent in what was written before 2026-11-22: the first
   * slicesExecuted of the even cut.
   */
  tradedBase: baseUnits.optional(),
  /** Cuts of the total, from the first one on, once it was cut anew. Never empty. */
  segments: z.array(segment).optional(),
  /** Number of edits. */
  edits: z.int().min(1).optional(),
  /** The open attempt's number of slices and amount, in base units of the `side` token. */
  pendingSlices: z.int().min(1).optional(),
  pendingBase: baseUnits.optional(),
  ...recordTerms,
});

/**
 * Its record: also what its quality report is computed from (src/quality/quality-text.ts), which no
 * answer shows as it is. Absent in orders from before it was kept.
 */
export const keptTwapOrder = twapOrder.extend({ quality: z.string().optional() });
export type TwapOrder = z.infer<typeof keptTwapOrder>;
