import * as z from "zod";
import { baseUnits, hexAddress, hexData } from "../../schemas/primitives.ts";
import { MAX_UINT256 } from "../lib/max-uint256.ts";
import { lowerHex } from "../lib/normalize-address.ts";

/** Digits in a string. Numbers, signs, fractions and what no token can hold are refused. */
export const venueAmount = baseUnits.transform(BigInt).refine((amount) => amount <= MAX_UINT256, "exceeds a uint256");

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
