import { type Address, zeroAddress } from "viem";
import { isNative } from "../lib/is-native.ts";
import { lowerHex, sameAddress } from "../lib/normalize-address.ts";

/**
 * The coin and its wrapped form are one (the zero address): a vault changes one into the other at no price, so that a limit of one alone
 * would be none.
 */
export const limitToken = (token: Address, { wrappedNative }: { wrappedNative: Address }): Address =>
  isNative(token) || sameAddress(token, wrappedNative) ? zeroAddress : lowerHex(token);
