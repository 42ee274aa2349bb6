import * as z from "zod";
import { addressed } from "../addressed.ts";
import { debugCall } from "../calls/debug-call.ts";
import { orderChange } from "../orders/order-change.ts";
import { orderChangeKind } from "../orders/order-change-kind.ts";
import { baseUnits, hexHash, unixMs } from "../primitives.ts";
import { venueId } from "../venue-ids.ts";

const ofOrder = {
  ...addressed,
  orderId: z.int().min(0),
  sliceNumber: z.int().min(1),
  /** Executed of planned slices after this event: "3/5". */
  progress: z.string(),
};

const amounts = {
  sellAmount: z.string(),
  sellSymbol: z.string(),
  buyAmount: z.string(),
  buySymbol: z.string(),
};

const sliceExecuted = z.object({
  kind: z.literal("slice_executed"),
  ...ofOrder,
  ...amounts,
  /**
   * True when a native side could not be read from the chain and the quote's amount stands in
   * (decision D31).
   */
  estimated: z.boolean(),
  hash: hexHash,
  blockNumber: baseUnits,
  explorerUrl: z.string(),
});

const manualSlice = z.object({
  kind: z.literal("manual_slice"),
  ...ofOrder,
  ...amounts,
  /** The token whose amount the order fixes; absent before 2026-11-22. */
  side: z.enum(["sell", "buy"]).optional(),
  dex: venueId,
});

const orderCompleted = z.object({
  kind: z.literal("order_completed"),
  ...ofOrder,
  totalSpent: z.string(),
  sellSymbol: z.string(),
  totalBought: z.string(),
  buySymbol: z.string(),
  /** True when any slice's amounts were estimates. */
  estimated: z.boolean(),
  /** False when the slices were notifications only. */
  broadcast: z.boolean(),
  /** What it cost against the price at its creation, in a sentence. Absent: not known. */
  quality: z.string().max(300).optional(),
});

const sliceFailed = z.object({
  kind: z.literal("slice_failed"),
  ...ofOrder,
  error: z.string().max(400),
  code: z.string(),
  consecutiveFailures: z.int().min(1),
  /** Consecutive failures at which the order pauses itself. */
  failureLimit: z.int().min(1),
  debugCall,
});

const orderAutoPaused = z.object({
  kind: z.literal("order_auto_paused"),
  ...ofOrder,
  consecutiveFailures: z.int().min(1),
  lastError: z.string().max(400),
  /** Paused at once by the loss budget, not by failures in a row. */
  isOverLossBudget: z.literal(true).optional(),
  /** The grant by which an agent made it is over. */
  isGrantOver: z.literal(true).optional(),
});

/**
 * For an hour its slices could not be written down; nothing failed, and it is tried again at every
 * tick. Sent once per wait.
 */
const orderWaiting = z.object({
  kind: z.literal("order_waiting"),
  ...ofOrder,
  waitingSince: unixMs,
  code: z.string(),
  reason: z.string().max(400),
});

/**
 * A change of an order between slices. Pauses by failure and long waits have kinds of their own.
 */
const orderChanged = z.object({
  ...addressed,
  ...orderChange.omit({ chainId: true, timestamp: true }).shape,
  kind: orderChangeKind.exclude(["order_auto_paused", "order_waiting"]),
});
export type OrderChanged = z.infer<typeof orderChanged>;

/** Notifications of orders with slices. */
export const ORDER_NOTICES = [
  sliceExecuted,
  manualSlice,
  orderCompleted,
  sliceFailed,
  orderAutoPaused,
  orderWaiting,
  orderChanged,
] as const;
