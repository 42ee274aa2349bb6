import type { Address } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";

/** Native coin everywhere in this service (spec: "the all-zero address means native token"). */
export const NATIVE_TOKEN = "0x0000000000000000000000000000000000000000" satisfies Address;

/** docs/facts/vault-contracts.md 7, docs/facts/venues.md 1. */
const ZEROEX_NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/** Lower case; 0x's native marker becomes the zero address. */
export function canonicalToken(token: Address): Address {
  const lower = lowerHex(token);
  return lower === ZEROEX_NATIVE ? NATIVE_TOKEN : lower;
}
