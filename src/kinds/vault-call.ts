import type { Address } from "viem";

/**
 * What a call to the vault means, read from its bytes alone. Addresses are lower case, the zero address is the native coin. What
 * fields a kind has is known where it is decoded and judged: everybody else reads no more than its kind, and compares fields by name.
 */
export type VaultCall = { readonly kind: string; readonly [field: string]: unknown };

/** Bytes that nobody vouches for. */
export type UnknownCall = { kind: "unknown"; reason: string };

/**
 * What every venue's swap has, all legs together. exactIn: `amountInBase` leaves, at least `amountOutMinBase` arrives. exactOut: at most
 * `amountInBase` leaves.
 */
export type SwapCall = {
  kind: "swap";
  /** In which form, in the decoder's words. */
  venue: string;
  mode: "exactIn" | "exactOut";
  tokenIn: Address;
  tokenOut: Address;
  amountInBase: bigint;
  /** What the calldata enforces. */
  amountOutMinBase: bigint;
  /** Of `tokenOut`. */
  recipient: Address;
  deadlineSec: bigint | null;
};
