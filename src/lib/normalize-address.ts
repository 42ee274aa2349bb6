import { type Address, type Hex, isAddress } from "viem";
import { allow, refuse, type Verdict } from "./verdict.ts";

/** In lower case, as records hold it. A mixed-case one must pass its EIP-55 checksum (decision 9). Refuses with `invalid_request`. */
export function normalizeAddress(text: string): Verdict<Address> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    return refuse("invalid_request", "An address is 0x followed by 40 hexadecimal digits.");
  }
  const digits = text.slice(2);
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixedCase && !isAddress(text, { strict: true })) {
    return refuse(
      "invalid_request",
      "The address fails its checksum: it may be mistyped. Send it again, or in lower case.",
    );
  }
  return allow(asAddress(text.toLowerCase()));
}

// Safe: the shape was tested above.
const asAddress = (text: string): Address => text as Address;

/** As addresses, hashes and selectors are compared and stored. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex;

export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The first four bytes in lower case, of calldata, error data or a Settler's action. */
export const selectorOf = (data: Hex): Hex => data.slice(0, 10).toLowerCase() as Hex;
