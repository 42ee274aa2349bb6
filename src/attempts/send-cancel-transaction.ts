import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { feesOf } from "../fees/fees-of.ts";
import { wireFees } from "../fees/wire-fees.ts";
import { sendTransaction } from "../pipeline/send-transaction.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import { coinAlarm } from "./coin-alarm.ts";
import type { AttemptObservation } from "./decide-attempt.ts";
import { maySignAnew } from "./may-sign-anew.ts";
import { raisedFees } from "./raised-fees.ts";
import { signSelfTransfer } from "./sign-self-transfer.ts";
import { TRANSFER_GAS } from "./transfer-gas.ts";

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
