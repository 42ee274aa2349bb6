import { encodeGmxCall } from "../calldata/encode-gmx-call.ts";
import type { GmxCall } from "../calldata/gmx-call.ts";
import { keeperFee } from "../gmx/keeper-fee.ts";
import type { CallPlan } from "../kinds/plan.ts";
import type { PerpAFacts } from "./perp-a-facts.ts";

type Wanted = {
  call: GmxCall;
  description: string;
  lines?: readonly string[];
  suggestions?: string[];
  answer: Record<string, unknown>;
};

/** With the keeper's fee at the gas price of now where one is paid. */
export function perpAPlan(
  { account, facts }: PerpAFacts,
  { call, description, lines = [], suggestions, answer }: Wanted,
): CallPlan {
  const pays =
    call.kind === "gmxDecrease"
      ? "decrease"
      : call.kind === "gmxIncrease" || call.kind === "gmxUpdate"
        ? "increase"
        : undefined;
  const feeWei = pays && keeperFee.gas(account.gas, pays) * (facts.block.baseFeePerGas + facts.tipWei);
  return {
    kind: "call",
    data: encodeGmxCall(call),
    expected: call,
    description,
    message: [`${description}.`, ...lines].join("\n"),
    swap: null,
    facts,
    measured: { baseToken: account.baseToken, pools: new Map() },
    ...(suggestions !== undefined && { suggestions }),
    answerData: { perpA: { ...answer, ...(feeWei !== undefined && { keeperFeeWei: feeWei.toString() }) } },
  };
}
