import * as z from "zod";
import { unixMs } from "../primitives.ts";
import { seenPrices } from "./seen-prices.ts";
import { waitReason } from "./wait-reason.ts";

/**
 * That slices of a running order could not be written down, since when, and when its operator was
 * notified. `figures`: the numbers that decided when the wait began, or when it was told, with the
 * prices that were read then; they are not written anew at every tick.
 */
export const orderWaiting = z.object({
  reason: waitReason,
  sinceMs: unixMs,
  toldAt: unixMs.optional(),
  figures: z.record(z.string(), z.string()).optional(),
  ...seenPrices,
});
export type OrderWaiting = z.infer<typeof orderWaiting>;
