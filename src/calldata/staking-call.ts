/**
 * Nothing names an account: what is staked, taken out or claimed is the vault's own, and its adapter delegates to the vault's own staking
 * pool (docs/facts/staking.md). GRG in base units.
 */
export type StakingCall =
  | { kind: "stake" | "undelegateStake" | "unstake"; amountBase: bigint }
  | { kind: "claimStakingRewards" };
