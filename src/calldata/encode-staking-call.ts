import { encodeFunctionData, type Hex, parseAbi } from "viem";
import type { StakingCall } from "./staking-call.ts";

/** The vault's staking methods (docs/facts/vault-contracts.md 2). */
const abi = parseAbi([
  "function stake(uint256 amount)",
  "function undelegateStake(uint256 amount)",
  "function unstake(uint256 amount)",
  "function withdrawDelegatorRewards()",
]);

/** Calldata for the vault. */
export const encodeStakingCall = (call: StakingCall): Hex =>
  call.kind === "claimStakingRewards"
    ? encodeFunctionData({ abi, functionName: "withdrawDelegatorRewards" })
    : encodeFunctionData({ abi, functionName: call.kind, args: [call.amountBase] });
