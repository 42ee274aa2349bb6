import type { Address } from "viem";
import type { LimitVenue } from "../../schemas/vault-limits.ts";

/** Where it goes, what it gives away at most, and every token that the vault may come to hold for it. */
export type LimitedCall = {
  venue: LimitVenue;
  gives: readonly MovedAssets[];
  buys: readonly Address[];
};

/** What a call moves to another chain without its supply: an amount of the token that leaves. */
export type MovedAssets = { token: Address; amountBase: bigint };
export type NavMove = MovedAssets & { baseToken: Address; toleranceBps: number };
