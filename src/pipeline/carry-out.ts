import { allow } from "../lib/verdict.ts";
import { recordNav } from "../store/attempts/record-nav.ts";
import { closeCallAttempt } from "./close-call-attempt.ts";
import { executePlan } from "./execute-plan.ts";
import type { ExecutionContext, Purpose } from "./execution-context.ts";
import type { ExecutionOutcome } from "./execution-outcome.ts";
import { keptNav } from "./kept-nav.ts";
import { noteCheck } from "./note-check.ts";
import type { OwnerPlan, Plan } from "./plan.ts";
import { prepareOwnerCalls } from "./prepare-owner-calls.ts";
import { refusalOfOwnerCall } from "./refusal-of-owner-call.ts";

/**
 * A plan of any kind, carried out, and what became of it written down: a vault's call by `executePlan`, its owner's own calls as
 * transactions to sign. A run of an order is written down with its slice.
 */
export async function carryOut(ctx: ExecutionContext, plan: Plan, purpose: Purpose): Promise<ExecutionOutcome> {
  if (plan.kind === "owner") return ownerCalls(ctx, plan);
  const outcome = await executePlan(ctx, plan, purpose);
  if (ctx.dryRun !== undefined) return outcome;
  if (outcome.status === "unsigned") noteNav(ctx, outcome, purpose);
  else if (ctx.executionMode === "delegated" && purpose.kind !== "scheduled") await bookkeeping(ctx, outcome);
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

function noteNav(
  ctx: ExecutionContext,
  { figures }: Extract<ExecutionOutcome, { status: "unsigned" }>,
  purpose: Purpose,
): void {
  // A slice's own last write carries it. Of a stranger's call nothing is kept: it could be timed to a moved oracle.
  const nav = keptNav(figures);
  if (nav !== undefined && purpose.kind === "call" && ctx.operator !== undefined)
    ctx.deps.defer("record_nav", rememberNav(ctx, nav.unitaryValue));
}

/** Never broadcast: whoever asks for it delegated is refused. Of its NAV nothing is kept, the caller may be any holder. */
async function ownerCalls(ctx: ExecutionContext, plan: OwnerPlan): Promise<ExecutionOutcome> {
  const ownerOnly = noteCheck(ctx, "who_may_send", refusalOfOwnerCall(ctx, plan) ?? allow(undefined));
  if (!ownerOnly.ok) return { status: "refused", refusal: ownerOnly };
  const prepared = noteCheck(ctx, "owner_transactions", await prepareOwnerCalls(ctx, plan), ({ transactions }) => ({
    transactions: transactions.length,
  }));
  if (!prepared.ok) return { status: "refused", refusal: prepared };
  const { transactions, figures, unmeasured } = prepared.value;
  return { status: "unsigned", transaction: transactions[0], transactions, swap: null, figures, unmeasured };
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
