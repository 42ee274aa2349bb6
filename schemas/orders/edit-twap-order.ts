import * as z from "zod";
import { ORDER_LIMITS } from "./order-limits.ts";
import { editableOptions } from "./order-options.ts";

/** Arguments of edit_twap_order: what is to change; what is left out stays. */
export const editTwapOrder = z.object({
  id: z.int().min(1).describe("Id of the TWAP order."),
  intervalMinutes: z
    .int()
    .min(ORDER_LIMITS.minIntervalMinutes)
    .max(ORDER_LIMITS.maxIntervalMinutes)
    .optional()
    .describe("New minutes between two slices, from the last one on."),
  ...editableOptions,
  remainingSlices: z
    .int()
    .min(1)
    .max(ORDER_LIMITS.maxSlices)
    .optional()
    .describe("What is left of the total is cut evenly into so many slices."),
});
export type EditTwapOrder = z.infer<typeof editTwapOrder>;
