import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { allow } from "../lib/verdict.ts";
import { atMostHourly } from "./at-most-hourly.ts";
import { broadcastCall } from "./broadcast-call.ts";
import { noteCheck } from "./note-check.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { refusalOfOwnerCall } from "./refusal-of-owner-call.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { unsignedOf } from "./unsigned-of.ts";

/** How a delegated call that is prepared goes out. */
type Send = (call: PreparedCall) => Promise<ExecutionOutcome>;

/**
 * The only way from a plan to a transaction of the vault; an owner's own are execute-owner-plan.ts's. Manual: both shields, then unsigned data.
 * Delegated: the same, then the seven checks and the NAV Shield again, and the broadcast, in whose place a dry run sends nothing (try-plan.ts).
 * Never throws for a refusal: it is an outcome. What became of it is its caller's to write down (carry-out.ts).
 */
export async function executePlan(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
  purpose: Purpose,
  send: Send = (call) => broadcastCall(ctx, call, purpose),
): Promise<ExecutionOutcome> {
  const ownerOnly = noteCheck(ctx, "who_may_send", refusalOfOwnerCall(ctx, plan) ?? allow(undefined));
  if (!ownerOnly.ok) return { status: "refused", refusal: ownerOnly };
  const prepared = await prepareCall(ctx, plan);
  if (!prepared.ok) {
    const { debugCall, ...refusal } = prepared;
    return { status: "refused", refusal, debugCall };
  }
  const call = prepared.value;
  if (ctx.dryRun !== undefined) ctx.dryRun.call = call;
  if (ctx.executionMode === "manual") {
    // An owner may trade a frozen vault directly; a slice is automation, also where it only notifies, and stops.
    const isStopped = purpose.kind === "scheduled" && (await ctx.stored()).frozen;
    return isStopped ? stopped(ctx, call) : unsignedOf(ctx, call);
  }
  return atMostHourly(ctx, call, () => send(call));
}

const stopped = (ctx: ExecutionContext, { sender, data }: PreparedCall): ExecutionOutcome => ({
  status: "refused",
  refusal: refusalOfPrepare({ ok: false, code: "vault_frozen" }),
  debugCall: { to: ctx.vault, from: sender, value: "0x0", data },
});
