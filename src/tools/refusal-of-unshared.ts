import { type Refusal, refuse } from "../lib/verdict.ts";
import type { Stake } from "./read-stake.ts";

/**
 * The refusal while the vault's staking pool has rewards of the last epoch that nobody has shared yet: until then its stake cannot be moved
 * (STAKING_POOL_NOT_FINALIZED_ERROR). undefined: there are none.
 */
export function refusalOfUnshared({ pool, epoch }: Pick<Stake, "pool" | "epoch">): Refusal | undefined {
  if (pool === null || pool.isFinalized) return undefined;
  const earnedIn = (epoch - 1n).toString();
  return refuse(
    "rewards_unclaimed",
    `The vault's staking pool earned rewards in epoch ${earnedIn}, and its stake cannot be moved before they are shared. Claim the rewards first: that shares them.`,
    { epoch: earnedIn, rewardBase: pool.rewardBase.toString() },
  );
}
