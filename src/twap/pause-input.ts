import * as z from "zod";

/** Arguments of pause_twap_order: one order, or 0 for all, which cannot lose money. */
export const pauseInput = z.object({
  id: z.int().min(0).describe("Id of the order to pause; 0 pauses all active orders of the vault."),
});
