import * as z from "zod";

/** Arguments of cancel_twap_order (spec, "TWAP tools"). */
export const cancelInput = z.object({
  id: z.int().min(0).describe("Id of the order to cancel; 0 cancels all active orders of the vault."),
});
