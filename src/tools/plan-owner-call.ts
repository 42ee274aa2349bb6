import type { Address, Hex } from "viem";
import type { DelegationCall } from "../delegation/encode-delegation.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { readCallFacts } from "../pipeline/facts/read-call-facts.ts";
import type { ToolContext } from "./tool.ts";

/** Common part of the tools whose transaction changes the vault's delegation. */
export const delegationTool = {
  category: "Delegation",
  access: "operator",
  leastScope: "owner",
  effect: "transaction",
  alsoOnVenues: true,
  needsSignature: false,
  ownerOnly: true,
  hints: { idempotent: true },
  model: "hidden",
} as const;

/** The confirmed delegation's agent wallet, else the current one. */
export const agentWallet = async ({ deps, vault, stored }: ToolContext): Promise<Address> =>
  (await stored()).delegation?.agent ?? deps.wallet.address(vault, deps.wallet.currentKeyVersion);

type OwnerCall = {
  data: Hex;
  expected: DelegationCall;
  description: string;
  message: string;
  suggestions: string[];
  answerData?: Record<string, unknown>;
};

/** Plan of a call that moves nothing. It is returned for signing, never broadcast. */
export async function planOwnerCall(ctx: ToolContext, call: OwnerCall): Promise<Verdict<CallPlan>> {
  const facts = await readCallFacts(ctx.deps.chain(ctx.chainId), ctx.vault, undefined);
  if (!facts.ok) return facts;
  return allow({ kind: "call", ...call, swap: null, facts: facts.value });
}
