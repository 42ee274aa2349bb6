import type { Hex } from "viem";

/** The same bytes in lower case: addresses, hashes and selectors are compared and stored so. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex;
