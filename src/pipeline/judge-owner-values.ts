import type { Address } from "viem";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { OwnerPlan } from "../kinds/plan.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import type { JudgedSteps } from "./judge-owner-steps.ts";
import { ownerCallRule } from "./owner-call-rule.ts";

/**
 * What only the chain tells of the steps: which token the vault is bought with, how much native coin goes along, and whether the sender has
 * it. `baseToken` is undefined where no step is about the vault. Refuses with calldata_rejected, insufficient_balance or rpc_unavailable.
 */
export function judgeOwnerValues(
  { steps }: OwnerPlan,
  { calls }: JudgedSteps,
  { baseToken, balanceWei }: { baseToken: Address | undefined; balanceWei: RpcOutcome<bigint> },
): Verdict {
  for (const [index, call] of calls.entries()) {
    const rule = ownerCallRule(call);
    const token = rule.token?.(call);
    if (token !== undefined && token !== baseToken)
      return foreign(index, "is about a token that the vault is not bought with");
    const valueWei = baseToken === undefined ? 0n : (rule.valueWei?.(call, baseToken) ?? 0n);
    if (steps[index]?.valueWei !== valueWei) return foreign(index, "sends another amount of native coin than it takes");
  }
  if (!balanceWei.ok)
    return refuse("rpc_unavailable", "Your wallet's balance could not be read. Nothing was built; please try again.");
  const neededWei = steps.reduce((sum, { valueWei }) => sum + valueWei, 0n);
  if (neededWei <= balanceWei.value) return allow(undefined);
  return refuse(
    "insufficient_balance",
    "Your wallet holds too little of the chain's coin for this. Lower the amount.",
    {
      neededWei: neededWei.toString(),
      balanceWei: balanceWei.value.toString(),
    },
  );
}

const foreign = (index: number, why: string): Refusal =>
  refuse(
    "calldata_rejected",
    `What was built does not mean what was requested (transaction ${index + 1} ${why}). Nothing is returned for signing; please report this.`,
  );
