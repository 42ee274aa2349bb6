import { type AbiParameter, type DecodeAbiParametersReturnType, encodeAbiParameters, type Hex } from "viem";
import { decodeAbi } from "../lib/decode-abi.ts";

/**
 * As `decodeAbi`, but null unless the bytes are exactly the standard encoding: no trailing or overlapping bytes, no odd offsets, no dirty
 * padding. Every other decoder, the contracts included, then reads the same values, and the argument lists of router 2.0 and 2.1.2 cannot be
 * taken for each other.
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
