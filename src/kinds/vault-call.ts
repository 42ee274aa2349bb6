import type { Address } from "viem";
import type { LimitVenue } from "../../schemas/vault-limits.ts";

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

/** The vault it goes to, the chain's wrapped native token, the adapter's router version. */
export type RouterFacts = { vault: Address; wrappedNative: Address; routerVersion: "2.0" | "2.1.2" };

/** Currencies are lower case and in the order of their numbers; the fee in hundredths of a basis point. */
export type PoolKey = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address };

/** Where it goes, what it gives away at most, and every token that the vault may come to hold for it. */
export type LimitedCall = {
  venue: LimitVenue;
  gives: readonly MovedAssets[];
  buys: readonly Address[];
};

/** What a call moves to another chain without its supply: an amount of the token that leaves. */
export type MovedAssets = { token: Address; amountBase: bigint };
export type NavMove = MovedAssets & { baseToken: Address; toleranceBps: number };
