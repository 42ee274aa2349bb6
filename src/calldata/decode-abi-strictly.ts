import {
  type AbiParameter,
  type DecodeAbiParametersReturnType,
  encodeAbiParameters,
  type Hex,
} from "viem";
import type { RouterFacts, UnknownCall } from "../kinds/vault-call.ts";
import { decodeAbi } from "../lib/decode-abi.ts";

/**
 * decodeAbi for exactly the standard encoding: no extra or overlapping bytes, odd offsets or dirty
 * padding. So every decoder reads the same values, and routers 2.0 and 2.1.2 cannot be confused.
 */
export function decodeAbiStrictly<const P extends readonly AbiParameter[]>(
  parameters: P,
  data: Hex,
): DecodeAbiParametersReturnType<P> | null {
  const values = decodeAbi(parameters, data);
  return values !== null && encodeAgain(parameters, values) === data.toLowerCase() ? values : null;
}

/**
 * Null where a word does not fit its type: viem reads any uint128, but writes only those below
 * 2^128.
 */
function encodeAgain(parameters: readonly AbiParameter[], values: readonly unknown[]): Hex | null {
  try {
    return encodeAbiParameters(parameters, values);
  } catch {
    return null;
  }
}

/** Bounds the work that hostile bytes cause; no real call comes near. */
const MAX_CALLDATA_BYTES = 65_536;

/** Wraps a decoder: bytes that are not hex or too many are `unknown`. */
export const boundedDecode =
  <C>(decode: (data: Hex, facts: RouterFacts) => C) =>
  (data: Hex, facts: RouterFacts): C | UnknownCall => {
    if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return unknownCall("the call data is not hex bytes");
    if (data.length > 2 + MAX_CALLDATA_BYTES * 2)
      return unknownCall(`the call data is over ${MAX_CALLDATA_BYTES} bytes`);
    return decode(data, facts);
  };

/** A reading that vouches for nothing. */
export const unknownCall = (reason: string): UnknownCall => ({ kind: "unknown", reason });

/** Such a reading of arguments that are not in the standard encoding. */
export const notStandard = (method: string): UnknownCall =>
  unknownCall(`the arguments of ${method} are not in the standard encoding`);

/** Arguments behind the selector. */
export const bodyOf = (data: Hex): Hex => `0x${data.slice(10)}`;
