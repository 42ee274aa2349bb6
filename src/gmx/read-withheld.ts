import { aggregateCalls } from "../chain/aggregate-calls.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { claimPairs } from "./claim-pairs.ts";
import { claimableCollateral } from "./claimable-collateral.ts";
import { gmxKeys } from "./gmx-keys.ts";
import { gmxReads } from "./gmx-reads.ts";
import type { ClaimsAround, GmxClaim } from "./read-claims.ts";

/** Collateral that decreases withheld in the named hours (time keys), as far as it can be claimed now. */
export async function readWithheld(
  { chain, vault, markets }: ClaimsAround,
  timeKeys: readonly bigint[],
  nowSec: number,
): Promise<Verdict<GmxClaim[]>> {
  const claims = claimPairs(markets).flatMap((pair) =>
    timeKeys.map((timeKey) => ({ ...pair, timeKey, account: vault })),
  );
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

const unreadable = refuse(
  "rpc_unavailable",
  "What can be claimed at GMX could not be read from the chain. Please try again.",
);
