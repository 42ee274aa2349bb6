import { type AbiParameter, type DecodeAbiParametersReturnType, encodeAbiParameters, type Hex } from "viem";
import { decodeAbi } from "./decode-abi.ts";

/**
 * Like `decodeAbi`, but null unless the bytes are exactly the standard encoding of what was read: no trailing or
 * overlapping bytes, no odd offsets, no dirty padding. Whoever else decodes such bytes reads the same values, and the
 * argument lists of router 2.0 and 2.1.2 can no longer be taken for each other.
 */
export function decodeAbiStrictly<const P extends readonly AbiParameter[]>(
  parameters: P,
  data: Hex,
): DecodeAbiParametersReturnType<P> | null {
  const values = decodeAbi(parameters, data);
  if (values === null) return null;
  // The cast is safe: these values came out of a decoding with the very same parameters.
  const encoded = encodeAbiParameters(parameters as readonly AbiParameter[], values as readonly unknown[]);
  return encoded === data.toLowerCase() ? values : null;
}
