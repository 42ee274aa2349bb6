import type { Attempt } from "../../schemas/attempt.ts";
import type { NotificationOf } from "../../schemas/notification.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import { feesOf, wireFees } from "../fees/plan-fees.ts";
import { sendTransaction } from "../pipeline/send-transaction.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import type { AttemptObservation } from "./decide-attempt.ts";
import { signSelfTransfer, TRANSFER_GAS } from "./fill-nonce-gap.ts";
import { maySignAnew, raisedFees } from "./send-again.ts";

type Cancel = {
  observation: AttemptObservation;
  leaseToken: number;
  nextCheckInMs: number;
  /** The cancel transaction sent already needs higher fees. */
  raise: boolean;
  /** Its wallet was found too poor for: the call's own; left out, the cancel transaction's. */
  unpaidGas?: bigint | undefined;
  /** The L1 fee that the call was found to need, likewise. */
  unpaidL1Wei?: bigint | undefined;
  /** The operator has a channel for notifications. */
  paired: boolean;
};

/**
 * Without effect. Written down before it is sent; called again, it has the same fees, or higher ones where those did not suffice. It offers
 * more than the attempt, of which a mempool may still hold a copy. Where the wallet has no coin for it, the operator is notified once per
 * attempt.
 */
export async function sendCancelTransaction(deps: Deps, attempt: Attempt, cancel: Cancel): Promise<void> {
  const {
    observation,
    leaseToken,
    nextCheckInMs,
    unpaidGas = TRANSFER_GAS,
    unpaidL1Wei = observation.l1FeeWei,
    paired,
  } = cancel;
  const isFirst = attempt.freeingHashes.length === 0;
  const fees = isFirst || cancel.raise ? raisedFees(attempt, observation) : feesOf(attempt);
  const signed = await signSelfTransfer(deps, attempt, attempt.nonce, fees);
  const isRaised = fees.maxFeePerGas > BigInt(attempt.maxFeePerGas);
  const isKnown = attempt.freeingHashes.includes(signed.hash);
  const isWritten = isFirst || isRaised || isKnown || maySignAnew(attempt, observation.waitedMs);
  const nowMs = deps.clock.nowMs();
  const { maxFeePerGas } = fees;
  const wallet = {
    balanceWei: observation.agentBalanceWei,
    gas: unpaidGas,
    maxFeePerGas,
    l1FeeWei: unpaidL1Wei,
    nowMs,
  };
  const payload = coinAlarm(attempt, wallet);
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    grant: attempt.grant,
    leaseToken,
    ...(isWritten && { addFreeingHash: signed.hash, fees: wireFees(fees) }),
    nextCheckMs: nowMs + nextCheckInMs,
    alarm: payload && paired ? { id: payload.id, operator: payload.operator, dueMs: nowMs, payload } : undefined,
  });
  if (!marked.ok) return;
  if (payload) {
    const { vault, chainId, agent, balanceWei, neededWei } = payload;
    deps.log("agent_needs_coin", { vault, chainId, agent, balanceWei, neededWei, attempt: attempt.id });
  }
  if (isWritten) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
}

type Wallet = {
  /** Null where it was not read: then no alarm is raised. */
  balanceWei: bigint | null;
  /** Units that have to be paid for, at this fee for now. */
  gas: bigint;
  maxFeePerGas: bigint;
  /** What the chain takes beside the gas; null where that was not read. */
  l1FeeWei: bigint | null;
  nowMs: number;
};

/**
 * Where its wallet cannot pay for what its nonce needs next; undefined where it can. Sent once, and fees may rise until it is read:
 * `neededWei` is the gas at the chain's cap, and its L1 fee of now.
 */
export function coinAlarm(
  { id, vault, chainId, agent, operator }: Attempt,
  { balanceWei, gas, maxFeePerGas, l1FeeWei, nowMs }: Wallet,
): NotificationOf<"agent_needs_coin"> | undefined {
  const aside = l1FeeWei ?? 0n;
  if (balanceWei === null || balanceWei >= gas * maxFeePerGas + aside) return undefined;
  const highestFeeWei = chainOf(chainId).gasCap.maxFeeWei;
  return {
    kind: "agent_needs_coin",
    id: `${id}:agent_needs_coin`,
    vault,
    chainId,
    operator,
    createdAt: nowMs,
    agent: agent,
    balanceWei: balanceWei.toString(),
    neededWei: (gas * highestFeeWei + aside).toString(),
  };
}
