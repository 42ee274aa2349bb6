import { type Refusal, refuse } from "../lib/verdict.ts";
import type { Stake } from "./read-stake.ts";

/** While rewards of the last epoch are unshared, stake cannot be moved (STAKING_POOL_NOT_FINALIZED_ERROR). */
export function refusalOfUnshared({ pool, epoch }: Pick<Stake, "pool" | "epoch">): Refusal | undefined {
  if (pool === null || pool.isFinalized) return undefined;
  const earnedIn = (epoch - 1n).toString();
  return refuse(
    "rewards_unclaimed",
    `The vault's staking pool earned rewards in epoch ${earnedIn}, and its stake cannot be moved before they are shared. Claim the rewards first: that shares them.`,
    { epoch: earnedIn, rewardBase: pool.rewardBase.toString() },
  );
}
