import * as z from "zod";

/** Arguments of pause_twap_order and resume_twap_order: one order, ids start at 1. */
export const orderIdInput = z.object({ id: z.int().min(1).describe("Id of the TWAP order.") });
