import { type Address, encodeFunctionData } from "viem";
import { chainAbi } from "./chain-abi.ts";
import type { ChainHandle } from "./chain-handle.ts";
import { fundAccount } from "./fund-account.ts";
import { sendTransaction } from "./send-transaction.ts";

/**
 * Lets a vault's staking pool earn in this epoch: credits its proof of performance, and pays in
 * what the pools of the epoch share once it has ended. The pool needs 100 GRG of stake that counts
 * already, so it was staked in an earlier epoch.
 */
export async function creditStake(
  handle: ChainHandle,
  { vault, rewardBase }: { vault: Address; rewardBase: bigint },
): Promise<void> {
  const { stakingProxy } = handle.addresses;
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "creditPopReward",
    args: [vault, 10n ** 18n],
  });
  await sendTransaction(handle, { from: handle.accounts.whale.address, to: stakingProxy, data });
  await fundAccount(handle, stakingProxy, { GRG: rewardBase });
}
