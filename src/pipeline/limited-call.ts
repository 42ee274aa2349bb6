import type { Address } from "viem";
import type { LimitVenue } from "../../schemas/vault-limits.ts";
import type { MovedAssets } from "./read-nav-effect.ts";

/** What a vault's limits hold a call against: where it goes, what it gives away at most, and every token that the vault may come to hold for it. */
export type LimitedCall = {
  venue: LimitVenue;
  gives: readonly MovedAssets[];
  buys: readonly Address[];
};
