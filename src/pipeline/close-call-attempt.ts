import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import { closeAttempt } from "../store/attempts/close-attempt.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import { ATTEMPT_LIMITS } from "./attempt-limits.ts";
import { finalAttemptOf } from "./final-attempt-of.ts";
import { freezeRewritten } from "./freeze-forgotten.ts";

/**
 * Closed, or left to the resolver as sent. A refused one whose nonce others need is abandoned: the resolver frees the nonce and never sends
 * it.
 */
export async function closeCallAttempt(ctx: ExecutionContext, outcome: ExecutionOutcome): Promise<void> {
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
    attempt: { ...finalAttemptOf(attempt), ...("refusal" in outcome && { refusal: outcome.refusal }) },
  });
  if (!closed.ok && closed.code === "attempt_rewritten")
    await freezeRewritten(deps, attempt, (await ctx.stored()).paired);
}
