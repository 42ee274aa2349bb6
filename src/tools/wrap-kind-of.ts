import type { Address } from "viem";
import { isNative } from "../lib/is-native.ts";

/** Whether a pair is the coin and its wrapped form. */
export function wrapKindOf(tokenIn: Address, tokenOut: Address, wrappedNative: Address): "wrap" | "unwrap" | undefined {
  if (isNative(tokenIn) && tokenOut === wrappedNative) return "wrap";
  return tokenIn === wrappedNative && isNative(tokenOut) ? "unwrap" : undefined;
}
