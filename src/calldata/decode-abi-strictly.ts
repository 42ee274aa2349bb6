import { type AbiParameter, type DecodeAbiParametersReturnType, encodeAbiParameters, type Hex } from "viem";
import { decodeAbi } from "../lib/decode-abi.ts";

/**
 * Like `decodeAbi`, but null unless the bytes are exactly the standard encoding of what was read: no trailing or
 * overlapping bytes, no odd offsets, no dirty padding. Every other decoder, the contracts included, reads the same values from
 * such bytes, and the argument lists of router 2.0 and 2.1.2 can no longer be taken for each other.
 */
export function decodeAbiStrictly<const P extends readonly AbiParameter[]>(
  parameters: P,
  data: Hex,
): DecodeAbiParametersReturnType<P> | null {
  const values = decodeAbi(parameters, data);
  return values !== null && encodeAgain(parameters, values) === data.toLowerCase() ? values : null;
}

/** Null where a word does not fit its type: viem reads any uint128, but writes only those below 2^128. */
function encodeAgain(parameters: readonly AbiParameter[], values: readonly unknown[]): Hex | null {
  try {
    return encodeAbiParameters(parameters, values);
  } catch {
    return null;
  }
}
