import type { Attempt } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import { accountReads } from "../chain/account-reads.ts";
import { planFees } from "../fees/plan-fees.ts";
import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { ExecutionOutcome, Intent } from "../kinds/execution-outcome.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { type PrepareAnswer, prepareAttempt } from "../store/attempts/prepare-attempt.ts";
import type { SignedTransaction } from "../wallet/agent-wallet.ts";
import { ATTEMPT_LIMITS } from "./attempt-limits.ts";
import { awaitOutcome } from "./await-outcome.ts";
import type { BroadcastFacts } from "./broadcast-facts.ts";
import type { CheckFacts } from "./check-facts.ts";
import { explainedAttempts } from "./explained-attempts.ts";
import { freezeForgotten } from "./freeze-forgotten.ts";
import { keptNav } from "./kept-nav.ts";
import { nextNonce } from "./next-nonce.ts";
import { notDelegated } from "./not-delegated.ts";
import { noteCheck } from "./note-check.ts";
import { noteIntent } from "./note-intent.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { raiseHeldLoss } from "./raise-held-loss.ts";
import { readNavEffect } from "./read-nav-effect.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { runChecks } from "./run-checks.ts";
import { selectorsOnChain } from "./selectors-on-chain.ts";
import { sendTransaction } from "./send-transaction.ts";
import { type SignedAttempt, signAttempt } from "./sign-attempt.ts";
import { type PreBroadcastCheck, simulateAtBroadcast } from "./simulate-at-broadcast.ts";
import { unsignedOf } from "./unsigned-of.ts";

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
/** `reservedWei`: what the wallet's earlier transactions may still cost it. */
type Written = { intent: Intent; signed: SignedTransaction; reservedWei: bigint };

/**
 * Steps 2 to 5 of docs/design.md, "Exactly once": sign in memory, write the intent beside the pre-broadcast check of the chain,
 * run the seven checks, send once. From the moment the intent is written every ending names its attempt. A dry run goes the same way:
 * nothing is signed, its scripts write nothing, and where the write would send it ends, with the transaction that would be signed.
 */
export async function broadcastCall(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
): Promise<ExecutionOutcome> {
  const debugCall = { to: ctx.vault, from: call.sender, value: "0x0", data: call.data };
  const { delegation, nonceQueue } = await ctx.stored();
  const recorded = noteCheck(
    ctx,
    "delegation_record",
    delegation === null ? notDelegated(call.sender, call.data) : allow(delegation),
  );
  if (!recorded.ok) return { status: "refused", refusal: recorded, debugCall };
  const { baseFeePerGas: baseFeeWei } = call.facts.block;
  const planned = planFees({ chainId: ctx.chainId, baseFeeWei, suggestedTipWei: call.facts.tipWei });
  const fees = noteCheck(ctx, "gas_fees", planned, {
    figures: ({ maxFeePerGas, maxPriorityFeePerGas }) => ({
      maxFeePerGas: maxFeePerGas.toString(),
      maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
    }),
  });
  if (!fees.ok) return { status: "refused", refusal: fees, debugCall };
  if (ctx.dryRun !== undefined) ctx.dryRun.fees = fees.value;

  const nonce = nextNonce(call.senderNonce, nonceQueue);
  const first = await signAttempt(ctx, call, purpose, recorded.value, fees.value, nonce);
  if (!first.ok) return { status: "refused", refusal: first, debugCall };
  const chain = ctx.deps.chain(ctx.chainId);
  const effectNow = readNavEffect(chain, ctx.vault, call.move, undefined, call.prices);
  const lookedAt = simulateAtBroadcast(chain, {
    vault: ctx.vault,
    owner: call.facts.owner,
    agent: call.sender,
    data: call.data,
    gas: call.gasUnits,
  });
  const answered = await writeIntent(ctx, call, purpose, first.value, (expected) =>
    signAttempt(ctx, call, purpose, recorded.value, fees.value, expected),
  );
  const { attempt } = first.value;
  const written = await noteIntent(ctx, { attempt, loss: call.loss }, answered, () => unwritten(first.value));
  const [look, effect, rechecked] = await Promise.all([lookedAt, effectNow, call.recheck?.(attempt.id)]);
  if (!written.ok) return { status: "refused", refusal: written, debugCall };

  const { intent, signed, reservedWei } = written.value;
  const facts: Partial<CheckFacts> = {
    ...{ ctx, call, look, rechecked, effectNowRead: effect },
    broadcast: await broadcastFacts(ctx, call, { look, reservedWei, delegation: recorded.value, fees: fees.value }),
  };
  const judged = runChecks(ctx, "now", facts);
  const { navNow } = facts;
  const allowed: Verdict<unknown> =
    judged.ok && navNow != null && call.loss !== undefined
      ? await raiseHeldLoss(ctx.deps, intent.attempt, {
          ...{ heldPpb: call.loss.lossPpb, isExit: call.loss.isExit, nav: navNow, before: look.before },
          judge: ctx.dryRun && (async (loss) => judgedLoss(ctx, { ...call, loss }, purpose, intent.attempt)),
        })
      : judged;
  if (ctx.dryRun !== undefined) return unsignedOf(ctx, call);
  if (!allowed.ok)
    return { status: "refused", refusal: allowed, debugCall, intent: closed(intent, "never_sent", allowed.message) };
  await sendTransaction(ctx.deps.chain(ctx.chainId), signed.raw);
  return awaitOutcome(ctx, closed(intent, "sent"), call.figures, debugCall);
}

/** One more try when another attempt of the same wallet took the nonce in between: nothing has been sent yet. */
async function writeIntent(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  first: SignedAttempt,
  signAt: (nonce: number) => Promise<Verdict<SignedAttempt>>,
): Promise<Verdict<Written>> {
  const answer = await prepare(ctx, call, purpose, first.attempt);
  if (answer.ok) return { ok: true, value: writtenOf(first, answer) };
  if (answer.code === "lane_forgot") return stopForgotten(ctx, call, first.attempt);
  if (answer.expectedNonce === undefined) return refusalOfPrepare(answer, call.limits?.baseToken);
  const second = await signAt(answer.expectedNonce);
  if (!second.ok) return second;
  const again = await prepare(ctx, call, purpose, second.value.attempt);
  return again.ok
    ? { ok: true, value: writtenOf(second.value, again) }
    : refusalOfPrepare(again, call.limits?.baseToken);
}

/** Of a dry run, where the intent was refused: what is behind it is judged as if nothing else were open. */
const unwritten = ({ attempt, signed }: SignedAttempt): Written => ({
  signed,
  intent: { attempt, order: null, version: null },
  reservedWei: 0n,
});

const writtenOf = (
  { attempt, signed }: SignedAttempt,
  { order, version, open }: Extract<PrepareAnswer, { ok: true }>,
): Written => ({
  signed,
  intent: { attempt, order, version },
  reservedWei: open.reduce(
    (sum, { gas, maxFeePerGas, l1FeeWei = "0" }) => sum + BigInt(gas) * BigInt(maxFeePerGas) + BigInt(l1FeeWei),
    0n,
  ),
});

/** A single node may answer a wrong transaction count once, so the count is read again before it stops the vault. */
async function stopForgotten(
  ctx: ExecutionContext,
  { sender, senderNonce }: PreparedCall,
  { operator }: Attempt,
): Promise<Refusal> {
  const { deps, vault, chainId } = ctx;
  const [again] = await deps.chain(chainId).rpc.send([accountReads.transactionCount(sender)]);
  const { paired } = await ctx.stored();
  const facts = { vault, chainId, agent: sender, operator: operator, paired };
  const isFrozen =
    again.ok && (await freezeForgotten(deps, { ...facts, chainNonce: Math.min(senderNonce, again.value) }));
  if (isFrozen) return refusalOfPrepare({ ok: false, code: "lane_forgot" });
  return refuse(
    "rpc_unavailable",
    "The chain gave two different counts of the agent's transactions. Nothing was sent.",
  );
}

/** Where the nonce of an open attempt is used, a receipt of its own must explain that before another is signed. */
async function prepare(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  attempt: Attempt,
): Promise<PrepareAnswer> {
  const answer = await prepareWith(ctx, call, purpose, attempt);
  if (answer.ok || answer.unclear === undefined) return answer;
  const explained = await explainedAttempts(ctx.deps.chain(ctx.chainId), answer.unclear);
  return explained.length < answer.unclear.length ? answer : prepareWith(ctx, call, purpose, attempt, explained);
}

function prepareWith(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  attempt: Attempt,
  explained?: readonly string[],
): Promise<PrepareAnswer> {
  const { deps } = ctx;
  return prepareAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    attempt,
    chainNonce: call.senderNonce,
    perp: call.perp,
    explained,
    nextCheckMs: deps.clock.nowMs() + ATTEMPT_LIMITS.callerTimeMs,
    ...(purpose.kind === "scheduled" && {
      order: {
        vault: ctx.vault,
        id: purpose.orderId,
        leaseToken: purpose.leaseToken,
        version: purpose.version,
        attempted: purpose.attempted,
        isElsewhere: purpose.isElsewhere,
      },
    }),
    loss: call.loss,
    limits: call.limits,
    syncPpb: call.figures.navShield?.stated?.ppb,
    nav: keptNav(call.figures),
    // A dry run's claim was not written: the script that claims has judged it.
    ...(purpose.kind === "operation" && ctx.dryRun === undefined && { operationId: purpose.operationId }),
  });
}

type Now = { look: PreBroadcastCheck; reservedWei: bigint; delegation: DelegationRecord; fees: Fees };

/** What the seven points look at, all at the state of now. */
const broadcastFacts = async (
  ctx: ExecutionContext,
  call: PreparedCall,
  { look, reservedWei, delegation, fees }: Now,
): Promise<BroadcastFacts> => ({
  vault: ctx.vault,
  transaction: {
    chainId: ctx.chainId,
    from: call.sender,
    to: ctx.vault,
    data: call.data,
    valueWei: 0n,
    gas: call.gasUnits,
    ...fees,
  },
  delegation,
  agent: await ctx.deps.wallet.address(ctx.vault, delegation.keyVersion),
  onChainSelectors: selectorsOnChain(look.agentSelectors),
  simulation: look.alone,
  agentBalanceWei: look.agentBalanceWei.ok ? look.agentBalanceWei.value : null,
  reservedWei,
  l1FeeWei: look.l1FeeWei,
});

/** Of a dry run: the budget with what the second look found, by the script that would have written it. */
async function judgedLoss(ctx: ExecutionContext, call: PreparedCall, purpose: Purpose, attempt: Attempt) {
  const answer = await prepare(ctx, call, purpose, attempt);
  return noteCheck(ctx, "loss_budget_now", answer.ok ? allow(undefined) : refusalOfPrepare(answer));
}

const closed = (intent: Intent, status: Attempt["status"], error?: string): Intent => ({
  ...intent,
  attempt: { ...intent.attempt, status, ...(error !== undefined && { error: error.slice(0, 400) }) },
});
