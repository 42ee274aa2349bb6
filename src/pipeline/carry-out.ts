import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { closeAttempt } from "../store/attempts/close-attempt.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import { recordNav } from "../store/attempts/record-nav.ts";
import { ATTEMPT_LIMITS } from "./attempt-limits.ts";
import { executePlan } from "./execute-plan.ts";
import { finalAttemptOf } from "./final-attempt-of.ts";
import { freezeRewritten } from "./freeze-forgotten.ts";
import { keptNav } from "./measure-nav.ts";
import { tryPlan } from "./try-plan.ts";

/** Carries out a requested call and writes its end down; a slice's end is its order's. */
export async function carryOut(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
  purpose: Purpose,
): Promise<ExecutionOutcome> {
  if (ctx.dryRun !== undefined) return tryPlan({ ...ctx, dryRun: ctx.dryRun }, plan, purpose);
  const outcome = await executePlan(ctx, plan, purpose);
  if (outcome.status === "unsigned") noteNav(ctx, outcome, purpose);
  else if (ctx.executionMode === "delegated" && purpose.kind !== "scheduled")
    await bookkeeping(ctx, outcome);
  return outcome;
}

/**
 * A failing store must not turn a mined trade into "try again": the resolver closes the open
 * attempt.
 */
async function bookkeeping(ctx: ExecutionContext, outcome: ExecutionOutcome): Promise<void> {
  await closeCallAttempt(ctx, outcome).catch((error: unknown) =>
    ctx.deps.log("call_not_closed", {
      requestId: ctx.requestId,
      cause: error instanceof Error ? error.name : "unknown",
    }),
  );
}

function noteNav(
  ctx: ExecutionContext,
  { figures }: Extract<ExecutionOutcome, { status: "unsigned" }>,
  purpose: Purpose,
): void {
  // A slice's last write carries it. A stranger's call, or an agent's, could be timed to a moved
  // oracle, so nothing of theirs is kept.
  const nav = keptNav(figures);
  const isOperators = ctx.operator !== undefined && ctx.grant === undefined;
  if (nav !== undefined && purpose.kind === "call" && isOperators)
    ctx.deps.defer("record_nav", rememberNav(ctx, nav.unitaryValue));
}

/** The baseline is the highest NAV of 24 hours, builds included (decision D21). */
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

/**
 * Closes the attempt, or leaves it sent. A refused one whose nonce others need is abandoned to the
 * resolver.
 */
export async function closeCallAttempt(
  ctx: ExecutionContext,
  outcome: ExecutionOutcome,
): Promise<void> {
  const { deps } = ctx;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
  if (outcome.status === "pending") {
    await markAttempt.run(deps.redis, deps.keys, {
      ...call,
      attemptId: outcome.intent.attempt.id,
      status: "sent",
      nextCheckMs: call.nowMs + ATTEMPT_LIMITS.nextCheckMs,
    });
    return;
  }
  const attempt = outcome.status === "unsigned" ? undefined : outcome.intent?.attempt;
  if (attempt === undefined) return;
  const closed = await closeAttempt.run(deps.redis, deps.keys, {
    ...call,
    attempt: {
      ...finalAttemptOf(attempt),
      ...("refusal" in outcome && { refusal: outcome.refusal }),
    },
  });
  if (!closed.ok && closed.code === "attempt_rewritten")
    await freezeRewritten(deps, attempt, (await ctx.stored()).paired);
}
