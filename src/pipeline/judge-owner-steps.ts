import type { Address } from "viem";
import { callDifferences } from "../calldata/check-call.ts";
import { decodeOwnerCall } from "../calldata/decode-owner-call.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { OwnerCall, OwnerPlan } from "../kinds/plan.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { ownerCallRule } from "./owner-call-rule.ts";

type Known = Exclude<OwnerCall, { kind: "unknown" }>;
type Places = { vault: Address; addresses: ChainAddresses };

type JudgedSteps = { calls: readonly Known[]; measured: boolean };

/** An approval and its reset, a purchase; an epoch's end and what follows it. */
const MAX_STEPS = 6;

/**
 * Holds each step's destination and bytes against its rules. Refuses with calldata_rejected: a
 * defect here, which no caller can mend.
 */
export function judgeOwnerSteps(
  { steps, sender }: OwnerPlan,
  { vault, addresses }: Places,
): Verdict<JudgedSteps> {
  if (steps.length === 0 || steps.length > MAX_STEPS)
    return rejected(`it has ${steps.length} transactions`);
  const places = { vault, ...addresses };
  const calls: Known[] = [];
  for (const [index, { to, data, expected }] of steps.entries()) {
    const call = decodeOwnerCall(to, data, places);
    if (call.kind === "unknown") return rejected(`transaction ${index + 1}: ${call.reason}`);
    const [difference] = callDifferences(expected, call);
    if (difference !== undefined)
      return rejected(`transaction ${index + 1}: its ${difference.field} differs`, difference);
    calls.push(call);
  }
  for (const [index, call] of calls.entries()) {
    const rule = ownerCallRule(call);
    const fault = rule.fault?.(call, { calls, index, sender, vault, oracle: addresses.oracle });
    if (fault !== undefined) return rejected(`transaction ${index + 1} (${call.kind}) ${fault}`);
    if (rule.valueWei === undefined && steps[index]?.valueWei !== 0n)
      return rejected(
        `transaction ${index + 1} (${call.kind}) takes no native coin, and some is sent with it`,
      );
  }
  return allow({
    calls,
    measured: calls.some((call) => ownerCallRule(call).vault !== "untouched"),
  });
}

const rejected = (why: string, details?: Refusal["details"]) =>
  refuse(
    "calldata_rejected",
    `What was built does not mean what was requested (${why}). Nothing is returned for ` +
      "signing; please report this.",
    details,
  );

/**
 * The vault's token, the sent coin and the sender's balance. Refuses with calldata_rejected,
 * insufficient_balance or rpc_unavailable.
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
    if (steps[index]?.valueWei !== valueWei)
      return foreign(index, "sends another amount of native coin than it takes");
  }
  if (!balanceWei.ok)
    return refuse(
      "rpc_unavailable",
      "Your wallet's balance could not be read. Nothing was built; please try again.",
    );
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

const foreign = (index: number, why: string) =>
  refuse(
    "calldata_rejected",
    `What was built does not mean what was requested (transaction ${index + 1} ${why}). ` +
      "Nothing is returned for signing; please report this.",
  );
