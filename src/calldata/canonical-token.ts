import type { Address } from "viem";
import { lowerHex } from "../lib/lower-hex.ts";
import { NATIVE_TOKEN } from "./native-token.ts";

/** 0x writes the native coin as this address (docs/facts/vault-contracts.md 7, docs/facts/venues.md 1). */
const ZEROEX_NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/** A token address in lower case, with 0x's native marker turned into the zero address. */
export function canonicalToken(token: Address): Address {
  const lower = lowerHex(token);
  return lower === ZEROEX_NATIVE ? NATIVE_TOKEN : lower;
}
