import * as z from "zod";

/** Arguments of cancel_twap_order (spec, "TWAP tools"). */
export const cancelInput = z.object({
  id: z
    .int()
    .min(0)
    .describe("Id of the order to cancel; 0 cancels all active orders of the vault."),
});

/** Arguments of tools for one order. */
export const orderIdInput = z.object({ id: z.int().min(1).describe("Id of the TWAP order.") });

/** Arguments of pause_twap_order. */
export const pauseInput = z.object({
  id: z.int().min(0).describe("Id of the order to pause; 0 pauses all active orders of the vault."),
});
