import * as z from "zod";
import { failedCall } from "./failed-call.ts";
import { orderChange } from "./order-change.ts";
import { baseUnits, hexAddress, unixMs } from "./primitives.ts";
import { sliceEnd } from "./slice-end.ts";
import { sliceRefusal } from "./slice-refusal.ts";
import { sliceWaits } from "./slice-waits.ts";

/**
 * Beside the order itself. Of the slices those of one page, by number; at most 250,000 characters
 * of JSON in all. Made on use: no call waits for it.
 */
export const orderDetailParts = () => ({
  slices: z.array(toldSlice()),
  upcoming: z.array(comingSlice()),
  /** The slice that comes next, whichever page is shown. null: none will. */
  next: comingSlice().nullable(),
  /**
   * Executed, skipped and left amounts of the `side` token, which make the total; `late` lies
   * behind the order's end.
   */
  planned: z.object({
    executedBase: baseUnits,
    skippedBase: baseUnits,
    leftBase: baseUnits,
    lateBase: baseUnits,
    lastPlannedAt: unixMs.nullable(),
  }),
  /** Changes between slices, the newest 50, oldest first, each with a sentence. */
  changes: z.array(orderChange.extend({ text: z.string() })),
  /**
   * The last failed call as far as it was known; null: no failure, or one before there was a call.
   */
  failedCall: failedCall.nullable(),
  funding: funding(),
  /** `nextCursor`: of the next page; null: this is the last. */
  page: z.object({
    cursor: z.int().min(1),
    limit: z.int().min(1),
    nextCursor: z.int().min(1).nullable(),
  }),
});
export type ToldSlice = z.infer<ReturnType<typeof toldSlice>>;
export type ComingSlice = z.infer<ReturnType<typeof comingSlice>>;

/** Amounts for people beside those in base units; a price is of one sold token, in bought ones. */
const human = () => ({ sellAmount: z.string(), buyAmount: z.string(), price: z.string() });

/**
 * A slice that has ended, or is under way. What is absent was not known: of one that ended before
 * records were kept, all but its number.
 */
const toldSlice = () =>
  sliceEnd.partial().extend({
    sliceNumber: z.int().min(1),
    status: z.enum(["executed", "notified", "failed", "waiting", "skipped", "pending", "expired"]),
    plannedAmount: z.string().optional(),
    sellAmount: z.string().optional(),
    buyAmount: z.string().optional(),
    quote: sliceEnd.shape.quote.unwrap().extend(human()).optional(),
    oracle: sliceEnd.shape.oracle.unwrap().unwrap().extend(human()).nullable().optional(),
    /** Its last refusal, also where a later try went through, and how many tries failed. */
    refusal: sliceRefusal.optional(),
    failures: z.int().min(1).optional(),
    waits: sliceWaits.optional(),
    explorerUrl: z.string().optional(),
    /** A deep reorg took its transaction away after it was counted; the vault was frozen. */
    isTakenBack: z.literal(true).optional(),
    /** It ended before records of slices were kept. */
    isUnrecorded: z.literal(true).optional(),
  });

const comingSlice = () =>
  z.object({
    sliceNumber: z.int().min(1),
    /** null: the order is paused. */
    plannedAt: unixMs.nullable(),
    amountBase: baseUnits,
    amount: z.string(),
    /** Planned for after the order's end: it will not run. */
    isAfterEnd: z.literal(true).optional(),
  });

/** The order's remaining needs, by what is known without a chain. */
const funding = () =>
  z.object({
    /** Sold tokens for all slices to come. null: a purchase that bought nothing yet. */
    toSellBase: baseUnits.nullable(),
    toSell: z.string().nullable(),
    /** At the price paid so far. */
    isEstimated: z.boolean(),
    /**
     * Gas cost of the last transaction, assumed for each slice to come. null: no transaction yet.
     */
    gasPerSliceWei: baseUnits.nullable(),
    gasToComeWei: baseUnits.nullable(),
    agent: hexAddress.nullable(),
    isDelegated: z.boolean(),
    isFrozen: z.boolean(),
  });
