import type { Address } from "viem";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import type { ChainDeps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { claimableCollateral } from "./claimable-collateral.ts";
import { gmxKeys } from "./gmx-keys.ts";
import { gmxReads } from "./gmx-reads.ts";
import type { GmxMarket } from "./read-account.ts";

export type GmxClaim = { market: Address; token: Address; amountBase: bigint; timeKey?: bigint };
type Around = { chain: ChainDeps; vault: Address; markets: readonly GmxMarket[] };

/** Both tokens of every market: of positions that are closed as well. Funding that an open position has earned since it was last changed is not among it. */
export async function readClaims({ chain, vault, markets }: Around): Promise<Verdict<GmxClaim[]>> {
  const pairs = pairsOf(markets);
  const calls = pairs.map((pair) => gmxReads.value(gmxKeys.claimableFunding({ ...pair, account: vault })));
  const [read] = await chain.rpc.send([aggregateCalls(chain.addresses.multicall3, calls)]);
  if (!read.ok) return unreadable;
  const amounts = read.value;
  if (!amounts.every((one) => one.ok)) return unreadable;
  return allow(
    pairs.flatMap((pair, index) => {
      const one = amounts[index];
      return one?.ok && one.value > 0n ? [{ ...pair, amountBase: one.value }] : [];
    }),
  );
}

/** Collateral that decreases withheld in the named hours (time keys), as far as it can be claimed now. */
export async function readWithheld(
  { chain, vault, markets }: Around,
  timeKeys: readonly bigint[],
  nowSec: number,
): Promise<Verdict<GmxClaim[]>> {
  const claims = pairsOf(markets).flatMap((pair) => timeKeys.map((timeKey) => ({ ...pair, timeKey, account: vault })));
  const settings = ["CLAIMABLE_COLLATERAL_TIME_DIVISOR", "CLAIMABLE_COLLATERAL_DELAY"];
  const calls = [
    ...settings.map((name) => gmxReads.value(gmxKeys.setting(name))),
    ...claims.flatMap((claim) => [
      gmxReads.value(gmxKeys.claimableCollateral(claim)),
      gmxReads.value(gmxKeys.claimedCollateral(claim)),
      gmxReads.value(gmxKeys.collateralFactor(claim)),
      gmxReads.value(gmxKeys.collateralFactorOf(claim)),
      gmxReads.value(gmxKeys.collateralReduction(claim)),
    ]),
  ];
  const [read] = await chain.rpc.send([aggregateCalls(chain.addresses.multicall3, calls)]);
  if (!read.ok) return unreadable;
  const outcomes = read.value;
  if (!outcomes.every((one) => one.ok)) return unreadable;
  const value = (index: number): bigint => {
    const one = outcomes[index];
    return one?.ok ? one.value : 0n;
  };
  return allow(
    claims.flatMap(({ account: _, ...claim }, index) => {
      const first = settings.length + index * 5;
      const amountBase = claimableCollateral({
        ...{ amountBase: value(first), claimedBase: value(first + 1), factor: value(first + 2) },
        ...{ factorOfAccount: value(first + 3), reduction: value(first + 4) },
        ...{ ageSec: BigInt(nowSec) - claim.timeKey * value(0), delaySec: value(1) },
      });
      return amountBase > 0n ? [{ ...claim, amountBase }] : [];
    }),
  );
}

function pairsOf(markets: readonly GmxMarket[]) {
  return markets.flatMap(({ market, longToken, shortToken }) =>
    [...new Set([longToken, shortToken])].map((token) => ({ market, token })),
  );
}

const unreadable = refuse(
  "rpc_unavailable",
  "What can be claimed at GMX could not be read from the chain. Please try again.",
);
