import type { Address } from "viem";

/** An address as records and comparisons hold it. */
// Safe: changing the case of an address leaves an address.
export const lowerAddress = (address: Address): Address => address.toLowerCase() as Address;
