import type { Hex } from "viem";
import type { DelegationCall } from "../delegation/delegation-call.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { readCallFacts } from "../pipeline/read-call-facts.ts";
import type { ToolContext } from "./tool.ts";

type OwnerCall = {
  data: Hex;
  expected: DelegationCall;
  description: string;
  message: string;
  suggestions: string[];
  answerData?: Record<string, unknown>;
};

/** It moves nothing, and is returned for signing, never broadcast. */
export async function planOwnerCall(ctx: ToolContext, call: OwnerCall): Promise<Verdict<CallPlan>> {
  const facts = await readCallFacts(ctx.deps.chain(ctx.chainId), ctx.vault, undefined);
  if (!facts.ok) return facts;
  return allow({ kind: "call", ...call, swap: null, facts: facts.value });
}
