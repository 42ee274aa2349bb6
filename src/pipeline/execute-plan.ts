import type { Hash } from "viem";
import type { Receipt } from "../chain/transaction-reads.ts";
import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type {
  DebugCall,
  ExecutedAmounts,
  ExecutionOutcome,
  Intent,
  ShieldFigures,
} from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { atMostHourly } from "./at-most-hourly.ts";
import { endedAttempt } from "./final-attempt-of.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { readAmounts } from "./read-amounts.ts";
import { refusalOfOwnerCall } from "./read-call.ts";
import { readyToSend } from "./ready-to-send.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { noteCheck } from "./run-checks.ts";
import { sendTransaction } from "./send-transaction.ts";
import { unsignedOf } from "./signer-fees.ts";

type Send = (call: PreparedCall) => Promise<ExecutionOutcome>;

/**
 * The only way from a plan to a vault's transaction. Manual: both shields, then unsigned data.
 * Delegated: also the seven checks, the NAV Shield again, the broadcast. Refusals are outcomes; the
 * caller writes them down (carry-out.ts).
 */
export async function executePlan(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
  purpose: Purpose,
  send: Send = (call) => broadcastCall(ctx, call, purpose),
): Promise<ExecutionOutcome> {
  const ownerOnly = noteCheck(
    ctx,
    "who_may_send",
    refusalOfOwnerCall(ctx, plan) ?? allow(undefined),
  );
  if (!ownerOnly.ok) return { status: "refused", refusal: ownerOnly };
  const prepared = await prepareCall(ctx, plan);
  if (!prepared.ok) {
    const { debugCall, ...refusal } = prepared;
    return { status: "refused", refusal, debugCall };
  }
  const call = prepared.value;
  if (ctx.dryRun !== undefined) ctx.dryRun.call = call;
  if (ctx.executionMode === "manual") {
    // An owner may trade a frozen vault; a slice is automation and stops, even if it only notifies.
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

/** Step 5 of docs/design.md, "Exactly once": sends once what is signed, written and checked. */
export async function broadcastCall(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
): Promise<ExecutionOutcome> {
  if (ctx.dryRun !== undefined) throw new Error("a dry run sends nothing");
  const debugCall = { to: ctx.vault, from: call.sender, value: "0x0", data: call.data } as const;
  const ready = await readyToSend(ctx, call, purpose);
  if (!ready.ok) {
    const { refusal, intent } = ready;
    return { status: "refused", refusal, debugCall, ...(intent !== undefined && { intent }) };
  }
  const { raw, intent } = ready;
  await sendTransaction(ctx.deps.chain(ctx.chainId), raw);
  return awaitOutcome(
    ctx,
    { ...intent, attempt: { ...intent.attempt, status: "sent" } },
    call.figures,
    debugCall,
  );
}

/** Waits seconds for the receipt: confirmed, reverted or pending. */
export async function awaitOutcome(
  ctx: ExecutionContext,
  intent: Intent,
  figures: ShieldFigures,
  debugCall: DebugCall,
): Promise<ExecutionOutcome> {
  const hash = intent.attempt.hashes[0] as Hash;
  const receipt = await ctx.deps
    .chain(ctx.chainId)
    .receipts.confirmed(hash, BigInt(intent.attempt.gas));
  if (receipt !== null) return mined(ctx, intent, receipt, figures, debugCall);
  return { status: "pending", hash, intent, figures };
}

async function mined(
  ctx: ExecutionContext,
  intent: Intent,
  receipt: Receipt,
  figures: ShieldFigures,
  debugCall: DebugCall,
): Promise<ExecutionOutcome> {
  const { hash, blockNumber } = receipt;
  const { attempt } = intent;
  const closed = (status: "confirmed" | "reverted", amounts: ExecutedAmounts | null): Intent => ({
    ...intent,
    attempt: endedAttempt(attempt, status, receipt, amounts),
  });
  if (receipt.status === "reverted") {
    const refusal = refuse(
      "transaction_reverted",
      "The transaction was mined and reverted: the vault is unchanged but for the agent's gas.",
      { hash, block: blockNumber.toString() },
    );
    return { status: "reverted", hash, intent: closed("reverted", null), refusal, debugCall };
  }
  const amounts =
    attempt.swap === null
      ? null
      : await readAmounts(ctx.deps.chain(ctx.chainId).rpc, attempt.vault, attempt.swap, receipt);
  return {
    status: "confirmed",
    hash,
    blockNumber,
    amounts,
    intent: closed("confirmed", amounts),
    figures,
  };
}
