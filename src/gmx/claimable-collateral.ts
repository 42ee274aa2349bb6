import { gmxScale } from "./gmx-scale.ts";

type Withheld = {
  amountBase: bigint;
  claimedBase: bigint;
  /** Factors of 10^30. */
  factor: bigint;
  factorOfAccount: bigint;
  reduction: bigint;
  ageSec: bigint;
  delaySec: bigint;
};

/** gmx-synthetics, MarketUtils.sol: claimCollateral. */
export function claimableCollateral(withheld: Withheld): bigint {
  const { amountBase, claimedBase, factor, factorOfAccount, reduction, ageSec, delaySec } = withheld;
  const named = factor > factorOfAccount ? factor : factorOfAccount;
  const granted = named === 0n && reduction === 0n && ageSec > delaySec ? gmxScale.ONE : named;
  const left = granted > reduction ? granted - reduction : 0n;
  const claimable = gmxScale.part(amountBase, left) - claimedBase;
  return claimable > 0n ? claimable : 0n;
}
