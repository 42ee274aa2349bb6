import * as z from "zod";

/** Arguments of tools for one TWAP order; ids start at 1. */
export const orderIdInput = z.object({ id: z.int().min(1).describe("Id of the TWAP order.") });
