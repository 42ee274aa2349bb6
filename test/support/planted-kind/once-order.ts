import * as z from "zod";
import { chainId } from "../../../schemas/chains.ts";
import { ORDER_KINDS } from "../../../schemas/order-kinds.ts";
import { orderWaiting } from "../../../schemas/order-waiting.ts";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../../../schemas/primitives.ts";
import { strategyEvent } from "../../../schemas/strategy-event.ts";
import { venueId } from "../../../schemas/venue-ids.ts";

/**
 * A sale at one given time: `startAt`. It has one slice, so what happens to it beside its run is
 * kept and told as of every order that has slices.
 */
export const onceOrder = z.object({
  kind: z.literal("once"),
  id: z.int().min(0),
  sellTokenAddress: hexAddress,
  buyTokenAddress: hexAddress,
  sellSymbol: z.string(),
  buySymbol: z.string(),
  sellDecimals: z.int(),
  buyDecimals: z.int(),
  amount: decimalAmount,
  amountBase: baseUnits,
  venue: venueId,
  startAt: unixMs,
  chainId,
  vaultAddress: hexAddress,
  operatorAddress: hexAddress,
  active: z.boolean(),
  status: z.enum([
    "active",
    "pending_confirmation",
    "paused",
    "auto_paused",
    "completed",
    "cancelled",
  ]),
  createdAt: unixMs,
  lastExecution: unixMs.optional(),
  completedAt: unixMs.optional(),
  consecutiveFailures: z.int().min(0),
  lastError: z.string().optional(),
  sliceCount: z.literal(1),
  slicesExecuted: z.int().min(0).max(1),
  attemptsOfSlice: z.int().min(0),
  pendingAttempt: z.string().optional(),
  waiting: orderWaiting.optional(),
});
export type OnceOrder = z.infer<typeof onceOrder>;

export const onceEvent = z.object({
  type: z.literal("once"),
  orderId: z.int(),
  timestamp: unixMs,
  success: z.boolean(),
  said: z.string(),
});
export type OnceEvent = z.infer<typeof onceEvent>;

const polled = z.object({
  type: z.literal("once"),
  timestamp: unixMs,
  success: z.boolean(),
  summary: z.string(),
  onceId: z.int(),
});

// The id: as a line in the closed list would, before anything of the service reads it.
Object.assign(ORDER_KINDS, {
  once: { record: onceOrder, event: onceEvent, called: "once orders" },
});
(strategyEvent.options as z.ZodObject[]).push(polled);
