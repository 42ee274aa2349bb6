import type { Hex } from "viem";

/** As addresses, hashes and selectors are compared and stored. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex;
