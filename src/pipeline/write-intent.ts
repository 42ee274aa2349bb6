import type { Hash } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import { accountReads } from "../chain/account-reads.ts";
import { transactionReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { Intent } from "../kinds/execution-outcome.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { type PrepareAnswer, prepareAttempt } from "../store/attempts/prepare-attempt.ts";
import { ATTEMPT_LIMITS } from "./attempt-limits.ts";
import { freezeForgotten } from "./freeze-forgotten.ts";
import { keptNav } from "./measure-nav.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { type NotPrepared, refusalOfPrepare } from "./refusal-of-prepare.ts";
import type { SignedAttempt } from "./sign-attempt.ts";

type Written = { intent: Intent; reservedWei: bigint };
type Answered = { signed: SignedAttempt; written: Verdict<Written> };

/**
 * Writes the signed attempt down before any node sees it (docs/design.md, "Exactly once" 3). One
 * more try where another attempt took the nonce.
 */
export async function writeIntent(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  first: SignedAttempt,
  signAt: (nonce: number) => Promise<SignedAttempt>,
): Promise<Answered> {
  const answer = await prepare(ctx, call, purpose, first.attempt);
  if (answer.ok) return { signed: first, written: allow(writtenOf(first, answer)) };
  if (answer.code === "lane_forgot")
    return { signed: first, written: await stopForgotten(ctx, call, first.attempt) };
  const baseToken = call.limits?.baseToken;
  const grantToken = ctx.grant?.maxPerDay;
  if (answer.expectedNonce === undefined)
    return { signed: first, written: refusalOfPrepare(answer, baseToken, grantToken) };
  const second = await signAt(answer.expectedNonce);
  const again = await prepare(ctx, call, purpose, second.attempt);
  return {
    signed: second,
    written: again.ok
      ? allow(writtenOf(second, again))
      : refusalOfPrepare(again, baseToken, grantToken),
  };
}

const writtenOf = (
  { attempt }: SignedAttempt,
  { order, version, open }: Extract<PrepareAnswer, { ok: true }>,
): Written => ({
  intent: { attempt, order, version },
  reservedWei: open.reduce(
    (sum, { gas, maxFeePerGas, l1FeeWei = "0" }) =>
      sum + BigInt(gas) * BigInt(maxFeePerGas) + BigInt(l1FeeWei),
    0n,
  ),
});

/** A node may answer one wrong count, so it is read again before it stops the vault. */
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
    again.ok &&
    (await freezeForgotten(deps, { ...facts, chainNonce: Math.min(senderNonce, again.value) }));
  if (isFrozen) return refusalOfPrepare({ ok: false, code: "lane_forgot" });
  return refuse(
    "rpc_unavailable",
    "The chain gave two different counts of the agent's transactions. Nothing was sent.",
  );
}

/** A used nonce of an open attempt needs its own receipt before another is signed. */
async function prepare(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  attempt: Attempt,
): Promise<PrepareAnswer | NotPrepared> {
  const answer = await prepareWith(ctx, call, purpose, attempt);
  if (answer.ok || answer.unclear === undefined) return answer;
  const explained = await explainedAttempts(ctx.deps.chain(ctx.chainId), answer.unclear);
  return explained.length < answer.unclear.length
    ? answer
    : prepareWith(ctx, call, purpose, attempt, explained);
}

async function prepareWith(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
  attempt: Attempt,
  explained?: readonly string[],
): Promise<PrepareAnswer | NotPrepared> {
  const { deps } = ctx;
  const nowMs = deps.clock.nowMs();
  if (nowMs > (ctx.bounds?.writtenByMs ?? nowMs))
    return { ok: false, code: "decided_too_long_ago" };
  return prepareAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attempt,
    chainNonce: call.senderNonce,
    perp: call.perp,
    explained,
    nextCheckMs: nowMs + ATTEMPT_LIMITS.callerTimeMs,
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
    // An agent's calls raise no high.
    nav: ctx.grant === undefined ? keptNav(call.figures) : undefined,
    ...(ctx.grant !== undefined &&
      call.granted !== undefined && { granted: { value: call.granted } }),
    ...(purpose.kind === "operation" && { operationId: purpose.operationId }),
  });
}

/** Attempts with a mined hash used their nonces themselves (decision D32). */
export async function explainedAttempts(
  { rpc }: ChainDeps,
  open: readonly { id: string; hashes: readonly Hash[] }[],
): Promise<string[]> {
  const hashes = open.flatMap((one) => one.hashes);
  const receipts = await rpc.send(hashes.map((hash) => transactionReads.receipt(hash)));
  const mined = new Set(
    hashes.filter((_, index) => receipts[index]?.ok && receipts[index].value !== null),
  );
  return open.filter((one) => one.hashes.some((hash) => mined.has(hash))).map(({ id }) => id);
}
