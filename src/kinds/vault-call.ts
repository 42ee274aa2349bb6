import type { Address } from "viem";
import type { LimitVenue } from "../../schemas/vault-limits.ts";

/**
 * A call to the vault, decoded from its bytes alone; addresses lower case, zero is the native coin.
 * Only its protocol knows its fields: everybody else compares them by name.
 */
export type VaultCall = { readonly kind: string; readonly [field: string]: unknown };

export type UnknownCall = { kind: "unknown"; reason: string };

/**
 * Common to every venue's swap, all legs together. exactIn: `amountInBase` leaves, at least
 * `amountOutMinBase` arrives. exactOut: at most `amountInBase` leaves.
 */
export type SwapCall = {
  kind: "swap";
  /** The calldata's form, in the decoder's words. */
  venue: string;
  mode: "exactIn" | "exactOut";
  tokenIn: Address;
  tokenOut: Address;
  amountInBase: bigint;
  amountOutMinBase: bigint;
  recipient: Address;
  deadlineSec: bigint | null;
};

export type RouterFacts = {
  vault: Address;
  wrappedNative: Address;
  routerVersion: "2.0" | "2.1.2";
};

/** Currencies are lower case, in numeric order; the fee in hundredths of a basis point. */
export type PoolKey = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
};

/** Its venue, the most it gives away, and every token the vault may come to hold. */
export type LimitedCall = {
  venue: LimitVenue;
  gives: readonly MovedAssets[];
  buys: readonly Address[];
};

/** An amount of the token that leaves for another chain without its supply. */
export type MovedAssets = { token: Address; amountBase: bigint };
export type NavMove = MovedAssets & { baseToken: Address; toleranceBps: number };
