import { encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, notStandard, unknownCall } from "./decode-abi-strictly.ts";

/** Stake and rewards are always the vault's own, in base units of GRG (docs/facts/staking.md). */
export type StakingCall =
  | { kind: "stake" | "undelegateStake" | "unstake"; amountBase: bigint }
  | { kind: "claimStakingRewards" };

const UINT = parseAbiParameters("uint256");

/** Reads exactly the arguments, not a byte more (docs/facts/vault-contracts.md 2). */
export function decodeStakingCall(data: Hex): StakingCall | UnknownCall {
  const selector = selectorOf(data);
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
        : unknownCall("withdrawDelegatorRewards has no arguments, and bytes follow it");
    default:
      return unknownCall(`selector ${selector} is none of the staking methods`);
  }
}

function amountCall(
  kind: "stake" | "undelegateStake" | "unstake",
  data: Hex,
): StakingCall | UnknownCall {
  const read = decodeAbiStrictly(UINT, bodyOf(data));
  if (read === null) return notStandard(kind);
  return { kind, amountBase: read[0] };
}

/** docs/facts/vault-contracts.md 2. */
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
