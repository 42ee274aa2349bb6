import { encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";

/**
 * Nothing names an account: what is staked, taken out or claimed is the vault's own, and its adapter delegates to the vault's own staking
 * pool (docs/facts/staking.md). GRG in base units.
 */
export type StakingCall =
  | { kind: "stake" | "undelegateStake" | "unstake"; amountBase: bigint }
  | { kind: "claimStakingRewards" };

const UINT = parseAbiParameters("uint256");

/** docs/facts/vault-contracts.md 2: exactly their arguments, not a byte more. */
export function decodeStakingCall(data: Hex): StakingCall | UnknownCall {
  const selector = data.slice(0, 10).toLowerCase();
  switch (selector) {
    case "0xa694fc3a": // stake(uint256)
      return amountCall("stake", data);
    case "0x4aace835": // undelegateStake(uint256)
      return amountCall("undelegateStake", data);
    case "0x2e17de78": // unstake(uint256)
      return amountCall("unstake", data);
    case "0xb880660b": // withdrawDelegatorRewards()
      return data.length === selector.length
        ? { kind: "claimStakingRewards" }
        : unknown("withdrawDelegatorRewards has no arguments, and bytes follow it");
    default:
      return unknown(`selector ${selector} is none of the staking methods`);
  }
}

function amountCall(kind: "stake" | "undelegateStake" | "unstake", data: Hex): StakingCall | UnknownCall {
  const read = decodeAbiStrictly(UINT, `0x${data.slice(10)}`);
  if (read === null) return unknown(`the arguments of ${kind} are not in the standard encoding`);
  return { kind, amountBase: read[0] };
}

const unknown = (reason: string): UnknownCall => ({ kind: "unknown", reason });

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
