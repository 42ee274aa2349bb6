import type { Address } from "viem";
import type { ChainDeps } from "../deps.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { claimBounds } from "./claim-bounds.ts";
import { claimPairs } from "./claim-pairs.ts";
import { gmxKeys } from "./gmx-keys.ts";
import type { GmxMarket } from "./read-gmx-account.ts";
import { readValues } from "./read-values.ts";

export type GmxClaim = { market: Address; token: Address; amountBase: bigint; timeKey?: bigint };
/** `leftOut`: markets not looked at, or not in full, as more than one look may cost. */
export type GmxClaims = { claims: readonly GmxClaim[]; leftOut: readonly Address[] };
/** `wants`: which tokens; default: all. */
export type ClaimsAround = {
  chain: ChainDeps;
  vault: Address;
  markets: readonly GmxMarket[];
  wants?: (token: Address) => boolean;
};

/** Both tokens of every market, closed positions' too. What an open position has earned since it was last changed is not among it. */
export async function readClaims({ chain, vault, markets, wants }: ClaimsAround): Promise<Verdict<GmxClaims>> {
  const wanted = claimPairs(markets, wants);
  const pairs = wanted.slice(0, claimBounds.mostAmounts);
  const keys = pairs.map((pair) => gmxKeys.claimableFunding({ ...pair, account: vault }));
  const amounts = await readValues(chain, keys);
  if (!amounts.ok) return amounts;
  const claims = pairs.map((pair, index) => ({ ...pair, amountBase: amounts.value[index] ?? 0n }));
  return allow({
    claims: claims.filter(({ amountBase }) => amountBase > 0n),
    leftOut: [...new Set(wanted.slice(pairs.length).map(({ market }) => market))],
  });
}
