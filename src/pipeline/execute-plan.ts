import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { allow } from "../lib/verdict.ts";
import { recordNav } from "../store/attempts/record-nav.ts";
import { atMostHourly } from "./at-most-hourly.ts";
import { broadcastCall } from "./broadcast-call.ts";
import { closeCallAttempt } from "./close-call-attempt.ts";
import { keptNav } from "./kept-nav.ts";
import { noteCheck } from "./note-check.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { refusalOfOwnerCall } from "./refusal-of-owner-call.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { unsignedOf } from "./unsigned-of.ts";

/**
 * The only way from a plan to a transaction of the vault; an owner's own are execute-owner-plan.ts's. Manual: both shields, then unsigned data. Delegated: the same, then the
 * seven checks and the NAV Shield again, and the broadcast. Never throws for a refusal: it is an outcome. A dry run ends before the
 * broadcast, and by the first refusal that was noted on the way.
 */
export async function executePlan(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
  purpose: Purpose,
): Promise<ExecutionOutcome> {
  const outcome = await carriedOut(ctx, plan, purpose);
  return ctx.dryRun?.refusal === undefined ? outcome : { status: "refused", refusal: ctx.dryRun.refusal };
}

async function carriedOut(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
  purpose: Purpose,
): Promise<ExecutionOutcome> {
  const ownerOnly = noteCheck(ctx, "who_may_send", refusalOfOwnerCall(ctx, plan) ?? allow(undefined));
  if (!ownerOnly.ok) return { status: "refused", refusal: ownerOnly };
  const prepared = await prepareCall(ctx, plan);
  if (!prepared.ok) {
    const { debugCall, ...refusal } = prepared;
    return { status: "refused", refusal, debugCall };
  }
  if (ctx.executionMode === "manual") {
    // An owner may trade a frozen vault directly; a slice is automation, also where it only notifies, and stops.
    const isStopped = purpose.kind === "scheduled" && (await ctx.stored()).frozen;
    if (isStopped) return stopped(ctx, prepared.value);
    if (ctx.dryRun === undefined) noteNav(ctx, prepared.value, purpose);
    return unsignedOf(ctx, prepared.value);
  }
  const outcome = await atMostHourly(ctx, prepared.value, () => broadcastCall(ctx, prepared.value, purpose));
  if (purpose.kind !== "scheduled" && ctx.dryRun === undefined) await bookkeeping(ctx, outcome);
  return outcome;
}

/**
 * What was broadcast stays broadcast: a store that fails now must not turn a mined trade into "try again". The attempt
 * is among the open ones, and the resolver closes it.
 */
async function bookkeeping(ctx: ExecutionContext, outcome: ExecutionOutcome): Promise<void> {
  await closeCallAttempt(ctx, outcome).catch((error: unknown) =>
    ctx.deps.log("call_not_closed", {
      requestId: ctx.requestId,
      cause: error instanceof Error ? error.name : "unknown",
    }),
  );
}

const stopped = (ctx: ExecutionContext, { sender, data }: PreparedCall): ExecutionOutcome => ({
  status: "refused",
  refusal: refusalOfPrepare({ ok: false, code: "vault_frozen" }),
  debugCall: { to: ctx.vault, from: sender, value: "0x0", data },
});

function noteNav(ctx: ExecutionContext, call: PreparedCall, purpose: Purpose): void {
  // A slice's own last write carries it. Of a stranger's call nothing is kept: it could be timed to a moved oracle.
  const nav = keptNav(call.figures);
  if (nav !== undefined && purpose.kind === "call" && ctx.operator !== undefined)
    ctx.deps.defer("record_nav", rememberNav(ctx, nav.unitaryValue));
}

/** The baseline is the highest NAV seen in 24 hours, and builds see it too (decision 32). */
async function rememberNav(ctx: ExecutionContext, unitaryValue: string): Promise<void> {
  const { deps } = ctx;
  await recordNav.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    chainId: ctx.chainId,
    vault: ctx.vault,
    unitaryValue,
  });
}
