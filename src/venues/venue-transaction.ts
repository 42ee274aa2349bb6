import * as z from "zod";
import { hexAddress, hexData } from "../../schemas/primitives.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { venueAmount } from "./venue-amount.ts";

/** As some venues write a transaction's value; "0x00" occurs. */
const hexAmount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);

/** The bytes of `data` stay as they came; empty ones are refused. */
export const venueTransaction = z.object({
  to: hexAddress.transform(lowerHex),
  data: hexData.refine((data) => data.length > 2, "must not be empty"),
  value: z.union([venueAmount, hexAmount]),
});
