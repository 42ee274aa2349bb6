import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";

/**
 * At most, by the vault's oracle in base units of its base token: in all, and for each token that it may buy. `allowed`: what this may not
 * bring a sum of 24 hours above; absent: it is counted only.
 */
export const spend = z.object({
  all: baseUnits,
  allowed: baseUnits.optional(),
  bought: z.array(z.object({ token: hexAddress, value: baseUnits, allowed: baseUnits.optional() })),
});
export type Spend = z.infer<typeof spend>;
