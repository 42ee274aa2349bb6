import { allow } from "../lib/verdict.ts";
import { recordNav } from "../store/attempts/record-nav.ts";
import { atMostHourly } from "./at-most-hourly.ts";
import { broadcastCall } from "./broadcast-call.ts";
import { closeCallAttempt } from "./close-call-attempt.ts";
import type { ExecutionContext, Purpose } from "./execution-context.ts";
import type { ExecutionOutcome } from "./execution-outcome.ts";
import { keptNav } from "./kept-nav.ts";
import { noteCheck } from "./note-check.ts";
import type { OwnerPlan, Plan } from "./plan.ts";
import { prepareCall } from "./prepare-call.ts";
import { prepareOwnerCalls } from "./prepare-owner-calls.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { refusalOfOwnerCall } from "./refusal-of-owner-call.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { tryCall } from "./try-call.ts";
import { unsignedOf } from "./unsigned-of.ts";

/**
 * The only way from a plan to a transaction. Manual: both shields, then unsigned data. Delegated: the same, then the
 * seven checks and the NAV Shield again, and the broadcast. Never throws for a refusal: it is an outcome. A dry run ends before the
 * broadcast, and by the first refusal that was noted on the way.
 */
export async function executePlan(ctx: ExecutionContext, plan: Plan, purpose: Purpose): Promise<ExecutionOutcome> {
  const outcome = await carriedOut(ctx, plan, purpose);
  return ctx.dryRun?.refusal === undefined ? outcome : { status: "refused", refusal: ctx.dryRun.refusal };
}

async function carriedOut(ctx: ExecutionContext, plan: Plan, purpose: Purpose): Promise<ExecutionOutcome> {
  const ownerOnly = noteCheck(ctx, "who_may_send", refusalOfOwnerCall(ctx, plan) ?? allow(undefined));
  if (!ownerOnly.ok) return { status: "refused", refusal: ownerOnly };
  if (plan.kind === "owner") return ownerCalls(ctx, plan);
  const prepared = await prepareCall(ctx, plan);
  if (!prepared.ok) {
    const { debugCall, ...refusal } = prepared;
    return { status: "refused", refusal, debugCall };
  }
  if (ctx.dryRun !== undefined) ctx.dryRun.call = prepared.value;
  if (ctx.executionMode === "manual") {
    // An owner may trade a frozen vault directly; a slice is automation, also where it only notifies, and stops.
    const isStopped = purpose.kind === "scheduled" && (await ctx.stored()).frozen;
    if (isStopped) return stopped(ctx, prepared.value);
    if (ctx.dryRun === undefined) noteNav(ctx, prepared.value, purpose);
    return unsignedOf(ctx, prepared.value);
  }
  if (ctx.dryRun !== undefined) return tryCall({ ...ctx, dryRun: ctx.dryRun }, prepared.value, purpose);
  const outcome = await atMostHourly(ctx, prepared.value, () => broadcastCall(ctx, prepared.value, purpose));
  if (purpose.kind !== "scheduled") await bookkeeping(ctx, outcome);
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

/** Never broadcast here: whoever asks for it delegated was refused before. Of its NAV nothing is kept, the caller may be any holder. */
async function ownerCalls(ctx: ExecutionContext, plan: OwnerPlan): Promise<ExecutionOutcome> {
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
