import type { Stake } from "./read-stake.ts";
import { withdrawableBase } from "./withdrawable-base.ts";

export const stakeFigures = (stake: Stake) => ({
  token: stake.grg.address,
  decimals: stake.grg.decimals,
  heldBase: stake.heldBase.toString(),
  delegatedBase: stake.delegated.nextBase.toString(),
  undelegatedBase: stake.undelegated.nextBase.toString(),
  withdrawableBase: withdrawableBase(stake).toString(),
  rewardBase: (stake.pool?.rewardBase ?? 0n).toString(),
  epoch: stake.epoch.toString(),
  epochEndsAt: stake.epochEndsAtSec * 1_000,
});
