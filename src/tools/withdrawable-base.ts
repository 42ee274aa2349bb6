import { smaller } from "../lib/smaller.ts";
import type { Stake } from "./read-stake.ts";

/** Undelegated in this epoch and the next (MixinStake.unstake, docs/facts/staking.md). */
export const withdrawableBase = ({ undelegated }: Pick<Stake, "undelegated">): bigint =>
  smaller(undelegated.nowBase, undelegated.nextBase);
