import { type Hex, parseAbiParameters } from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";
import type { StakingCall } from "./staking-call.ts";

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
