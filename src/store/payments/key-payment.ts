import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";

/** Enough to look it up on the chain, and to run that call again in its name. */
export const keyPayment = z.object({
  payer: hexAddress,
  nonce: z.string(),
  requestHash: z.string(),
  amountBase: baseUnits,
  /** Unix seconds from which it cannot be made any more. */
  validBefore: z.string(),
});
export type KeyPayment = z.infer<typeof keyPayment>;
