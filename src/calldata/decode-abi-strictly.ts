import { type AbiParameter, type DecodeAbiParametersReturnType, encodeAbiParameters, type Hex } from "viem";
import type { RouterFacts, UnknownCall } from "../kinds/vault-call.ts";
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

/** No real call comes near it; it bounds the work that hostile bytes can cause. */
const MAX_CALLDATA_BYTES = 65_536;

/** A decoder that is asked only for bytes that are hex and not too many: all others come out as `unknown`. */
export const boundedDecode =
  <C>(decode: (data: Hex, facts: RouterFacts) => C) =>
  (data: Hex, facts: RouterFacts): C | UnknownCall => {
    if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return unknown("the call data is not hex bytes");
    if (data.length > 2 + MAX_CALLDATA_BYTES * 2) return unknown(`the call data is over ${MAX_CALLDATA_BYTES} bytes`);
    return decode(data, facts);
  };

const unknown = (reason: string): UnknownCall => ({ kind: "unknown", reason });
