import type { Address, Hash } from "viem";
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
import { utcMinute } from "../lib/sanitize.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { claimOracleRefresh, releaseOracleRefresh } from "../store/vaults/claim-oracle-refresh.ts";
import { noteCheck, runChecks } from "./checks/run-checks.ts";
import { readAmounts } from "./facts/read-amounts.ts";
import { refusalOfOwnerCall } from "./facts/read-call.ts";
import { endedAttempt } from "./final-attempt-of.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { readyToSend } from "./ready-to-send.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { sendTransaction } from "./sign-attempt.ts";
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

const HOUR_MS = 3_600_000;

/**
 * One trade in the oracle's own pool for each vault, token and hour, claimed before signing;
 * returned if it surely never went out.
 */
export async function atMostHourly(
  ctx: ExecutionContext,
  call: PreparedCall,
  send: () => Promise<ExecutionOutcome>,
): Promise<ExecutionOutcome> {
  const token = call.figures.oracleSwap?.token;
  if (token === undefined) return send();
  const { deps, chainId, vault, requestId } = ctx;
  const claim = { chainId, vault, token, attemptId: requestId };
  const nowMs = deps.clock.nowMs();
  const claimed = await claimOracleRefresh.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    ...claim,
  });
  const hour = claimed.ok ? allow(undefined) : tooSoon(token, claimed.lastMs, nowMs);
  const free = await runChecks(ctx, "claimed", { ctx, call, hour });
  if (!free.ok) return { status: "refused", refusal: free };
  const outcome = await send();
  if (outcome.status === "refused")
    deps.defer(
      "oracle_refresh_released",
      releaseOracleRefresh.run(deps.redis, deps.keys, {
        requestId: deps.newId(),
        nowMs: deps.clock.nowMs(),
        ...claim,
      }),
    );
  return outcome;
}

function tooSoon(token: Address, lastMs: number, nowMs: number) {
  const retryAfterSec = Math.max(1, Math.ceil((lastMs + HOUR_MS - nowMs) / 1_000));
  return refuse(
    "oracle_refresh_too_soon",
    `The vault's agent traded in the oracle's pool of this token at ${utcMinute(lastMs)}, ` +
      `and does so once an hour at most. Try again in ${retryAfterSec} s, or sign the unsigned ` +
      "transaction yourself.",
    { token, lastRefreshAt: lastMs, retryAfterSec },
  );
}
