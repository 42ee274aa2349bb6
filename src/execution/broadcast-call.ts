import type { Address, Hex } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import { refuse } from "../lib/refuse.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import { planFees } from "../safety/plan-fees.ts";
import { runSevenChecks } from "../safety/run-seven-checks.ts";
import { prepareAttempt, type PrepareAnswer } from "../store/scripts/prepare-attempt.ts";
import type { SignedTransaction } from "../wallet/agent-wallet.ts";
import type { ExecutionContext, Purpose } from "./execution-context.ts";
import type { ExecutionOutcome } from "./execution-outcome.ts";
import { measureNav } from "./measure-nav.ts";
import type { PreparedCall } from "./prepare-call.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { sendTransaction } from "./send-transaction.ts";
import { type LastLook, simulateAtBroadcast } from "./simulate-at-broadcast.ts";
import { awaitOutcome } from "./await-outcome.ts";

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
type Signed = { attempt: Attempt; signed: SignedTransaction };

/**
 * Steps 2 to 5 of design.md, "Exactly once": sign in memory, write the intent beside a last look at the chain, run the
 * seven checks, send once. From the moment the intent is written every ending names its attempt.
 */
export async function broadcastCall(ctx: ExecutionContext, call: PreparedCall, purpose: Purpose): Promise<ExecutionOutcome> {
  const debugCall = { to: ctx.vault, from: call.sender, value: "0x0", data: call.data };
  const { delegation, lane } = await ctx.stored();
  if (delegation === null) return { status: "refused", refusal: notDelegated(call.sender), debugCall };
  const fees = planFees({ chainId: ctx.chainId, baseFeeWei: call.facts.block.baseFeePerGas, suggestedTipWei: call.facts.tipWei });
  if (!fees.ok) return { status: "refused", refusal: fees, debugCall };

  const nonce = nextNonce(call.senderNonce, lane);
  const first = await sign(ctx, call, purpose, delegation, fees.value, nonce);
  const lookedAt = simulateAtBroadcast(ctx.deps.chain(ctx.chainId), { vault: ctx.vault, owner: call.facts.owner, agent: call.sender, data: call.data, gas: call.gasUnits });
  const written = await writeIntent(ctx, call, purpose, first, (expected) => sign(ctx, call, purpose, delegation, fees.value, expected));
  const look = await lookedAt;
  if (!written.ok) return { status: "refused", refusal: written, debugCall };

  const { attempt, signed } = written.value;
  const allowed = await mayGoOut(ctx, call, look, delegation, fees.value);
  if (!allowed.ok) return { status: "refused", refusal: allowed, debugCall, attempt: { ...attempt, status: "never_sent", error: allowed.message.slice(0, 400) } };
  await sendTransaction(ctx.deps.chain(ctx.chainId), signed.raw);
  return awaitOutcome(ctx, { ...attempt, status: "sent" }, call.figures, debugCall);
}

/** One more try when another attempt of the same wallet took the nonce in between: nothing has been sent yet. */
async function writeIntent(ctx: ExecutionContext, call: PreparedCall, purpose: Purpose, first: Signed, signAt: (nonce: number) => Promise<Signed>): Promise<Verdict<Signed>> {
  const answer = await prepare(ctx, call, purpose, first.attempt);
  if (answer.ok) return { ok: true, value: first };
  if (answer.code !== "nonce_conflict" || answer.expectedNonce === undefined) return refusalOfPrepare(answer);
  const second = await signAt(answer.expectedNonce);
  const again = await prepare(ctx, call, purpose, second.attempt);
  return again.ok ? { ok: true, value: second } : refusalOfPrepare(again);
}

function prepare(ctx: ExecutionContext, call: PreparedCall, purpose: Purpose, attempt: Attempt): Promise<PrepareAnswer> {
  const { deps } = ctx;
  return prepareAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    attempt,
    chainNonce: call.senderNonce,
    ...(purpose.kind === "twap" && { order: { vault: ctx.vault, id: purpose.orderId, leaseToken: purpose.leaseToken, version: purpose.version } }),
  });
}

async function sign(ctx: ExecutionContext, call: PreparedCall, purpose: Purpose, delegation: DelegationRecord, fees: Fees, nonce: number): Promise<Signed> {
  const transaction = { chainId: ctx.chainId, to: ctx.vault, data: call.data, nonce, gas: call.gasUnits, ...fees };
  const signed = await ctx.deps.wallet.sign(ctx.vault, delegation.keyVersion, transaction);
  const attempt: Attempt = {
    id: purpose.kind === "twap" ? purpose.attemptId : `call:${ctx.requestId}`,
    vault: ctx.vault,
    chainId: ctx.chainId,
    agent: call.sender,
    keyVersion: delegation.keyVersion,
    operator: delegation.operator,
    ...(purpose.kind === "twap" && { orderId: purpose.orderId, sliceNumber: purpose.sliceNumber }),
    nonce,
    to: ctx.vault,
    data: call.data,
    gas: call.gasUnits.toString(),
    maxFeePerGas: fees.maxFeePerGas.toString(),
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
    hashes: [signed.hash],
    freeingHashes: [],
    status: "prepared",
    createdAt: ctx.deps.clock.nowMs(),
    ...(call.deadlineSec !== undefined && { deadlineSec: call.deadlineSec }),
    swap: call.swap,
  };
  return { attempt, signed };
}

/** The seven checks in the spec's order, then the NAV Shield at the state of now. */
async function mayGoOut(ctx: ExecutionContext, call: PreparedCall, look: LastLook, delegation: DelegationRecord, fees: Fees): Promise<Verdict> {
  const agent = await ctx.deps.wallet.address(ctx.vault, delegation.keyVersion);
  const checks = runSevenChecks({
    config: delegation,
    target: ctx.vault,
    vault: ctx.vault,
    value: 0n,
    selector: call.data.slice(0, 10) as Hex,
    agentSelectorsOnChain: call.facts.agentSelectors,
    agent,
    sender: call.sender,
    simulation: look.alone,
    agentBalanceWei: look.agentBalanceWei,
    gasUnits: call.gasUnits,
    ...fees,
    chainId: ctx.chainId,
  });
  if (!checks.ok) return checks;
  const nav = measureNav(look, call.baseline, call.navThresholdBps);
  return nav.ok ? { ok: true, value: undefined } : nav;
}

const nextNonce = (chainNonce: number, lane: { highestConfirmed: number | null; highestOpen: number | null } | null): number =>
  Math.max(chainNonce, (lane?.highestConfirmed ?? -1) + 1, (lane?.highestOpen ?? -1) + 1);

const notDelegated = (agent: Address): Refusal =>
  refuse("not_delegated", "This vault has not confirmed a delegation to its agent wallet. Run setup_delegation, sign it, and POST /api/delegation/confirm.", { agent });

