import type { Address, Hex } from "viem";
import * as z from "zod";
import { hexAddress, hexData } from "../../schemas/primitives.ts";
import { lowerAddress } from "../chain/lower-address.ts";
import { venueAmount } from "./venue-amount.ts";

/** A hex quantity, as some venues write a transaction's value; "0x00" occurs. */
const hexAmount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);

/** A transaction inside a venue's answer. The bytes of `data` stay as they came; empty ones are refused. */
export const venueTransaction = z.object({
  to: hexAddress.transform((text) => lowerAddress(asAddress(text))),
  data: hexData.refine((data) => data.length > 2, "must not be empty").transform(asHex),
  value: z.union([venueAmount, hexAmount]),
});

// Safe: both are called on text that a hex schema has matched.
function asAddress(text: string): Address {
  return text as Address;
}
function asHex(text: string): Hex {
  return text as Hex;
}
