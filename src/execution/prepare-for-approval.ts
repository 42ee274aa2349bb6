import type { Verdict } from "../lib/verdict.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { notDelegated } from "./not-delegated.ts";
import type { CallPlan, SwapPlan } from "./plan.ts";
import { type PreparedCall, prepareCall } from "./prepare-call.ts";
import { refusalOfOwnerCall } from "./refusal-of-owner-call.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";

/**
 * A delegated call as far as it goes without its operator's word: both shields and the simulation from the agent, no nonce
 * and no signature. What could not be sent anyway is refused now, and not only when it is approved.
 */
export async function prepareForApproval(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
): Promise<Verdict<PreparedCall>> {
  const ownerOnly = refusalOfOwnerCall(ctx, plan);
  if (ownerOnly !== undefined) return ownerOnly;
  const prepared = await prepareCall(ctx, plan);
  if (!prepared.ok) {
    const { debugCall: _, ...refusal } = prepared;
    return refusal;
  }
  const { delegation, frozen } = await ctx.stored();
  if (delegation === null) return notDelegated(prepared.value.sender);
  if (frozen) return refusalOfPrepare({ ok: false, code: "vault_frozen" });
  if (!delegation.enabled) return refusalOfPrepare({ ok: false, code: "delegation_disabled" });
  return prepared;
}
