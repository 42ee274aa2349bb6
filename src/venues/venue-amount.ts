import * as z from "zod";
import { baseUnits, hexAddress, hexData } from "../../schemas/primitives.ts";
import { isNative } from "../lib/is-native.ts";
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

/** In any case, and the native coin by either of its two signs. */
export const sameToken = (a: string, b: string): boolean =>
  a.toLowerCase() === b.toLowerCase() || (isNative(a) && isNative(b));

const ALL_BPS = 10_000n;

type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint; slippageBps: number };

/** Least output (exactIn, rounded down) or most input (exactOut, rounded up). */
export function slippageLimit({ mode, amountInBase, amountOutBase, slippageBps }: Quoted): bigint {
  const slippage = BigInt(slippageBps);
  return mode === "exactIn"
    ? (amountOutBase * (ALL_BPS - slippage)) / ALL_BPS
    : (amountInBase * (ALL_BPS + slippage) + ALL_BPS - 1n) / ALL_BPS;
}
