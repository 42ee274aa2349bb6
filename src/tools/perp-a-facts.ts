import type { Address } from "viem";
import { zeroAddress, zeroHash } from "viem";
import { encodeGmxCall } from "../calldata/encode-gmx-call.ts";
import type { GmxCall, GmxOrderFields } from "../calldata/gmx-call.ts";
import { keeperFee } from "../gmx/keeper-fee.ts";
import { type GmxAccount, readGmxAccount } from "../gmx/read-account.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import { agentOf } from "../pipeline/agent-of.ts";
import type { CallPlan } from "../pipeline/plan.ts";
import { type CallFacts, readCallFacts } from "../pipeline/read-call-facts.ts";
import type { ToolContext } from "./tool.ts";

export type PerpAFacts = { account: GmxAccount; facts: CallFacts };

/** What every write at GMX is planned from. `onChain`: without GMX's API, for what needs no price. */
export async function perpAFacts(ctx: ToolContext, { onChain = false } = {}): Promise<Verdict<PerpAFacts>> {
  const { deps, vault, chainId } = ctx;
  const chain = deps.chain(chainId);
  const [facts, account] = await Promise.all([
    agentOf(ctx).then((agent) => readCallFacts(chain, vault, agent)),
    readGmxAccount({ chain, gmx: onChain ? undefined : deps.gmx, vault }),
  ]);
  if (!facts.ok) return facts;
  return account.ok ? allow({ account: account.value, facts: facts.value }) : account;
}

type Wanted = {
  call: GmxCall;
  description: string;
  lines?: readonly string[];
  suggestions?: string[];
  answer: Record<string, unknown>;
};

/** The plan for a call to GMX, with the keeper's fee at the gas price of now where one is paid. */
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

/** The fields of an order that are the adapter's to set, as it sets them. */
export const perpAOrder = (
  vault: Address,
): Omit<GmxOrderFields, "market" | "collateralToken" | "isLong" | "orderType" | "acceptablePrice"> => ({
  ...{
    receiver: vault,
    cancellationReceiver: vault,
    callbackContract: zeroAddress,
    uiFeeReceiver: vault,
    swapPath: [],
  },
  ...{ sizeDeltaUsd: 0n, collateralDeltaBase: 0n, triggerPrice: 0n, executionFeeWei: 0n, callbackGasLimit: 0n },
  ...{ minOutputBase: 0n, validFromSec: 0n, decreasePositionSwapType: 0, shouldUnwrapNativeToken: false },
  ...{ autoCancel: false, referralCode: zeroHash, dataList: [] },
});
