import type { Hex } from "viem";

/** Throws on anything else (null included), which makes the outcome `unavailable`. */
export function asHex(value: unknown): Hex {
  if (typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value as Hex;
  throw new Error("not hex");
}
