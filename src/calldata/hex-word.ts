import type { Hex } from "viem";

/** Null when the data ends before it does. */
export function hexWord(call: Hex, index: number): bigint | null {
  const word = call.slice(10 + index * 64, 74 + index * 64);
  return word.length === 64 ? BigInt(`0x${word}`) : null;
}
