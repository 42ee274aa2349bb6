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
  /** The cancel transaction already sent needs higher fees. */
  raise: boolean;
  /** Gas of the call that the wallet could not pay. Absent: the cancel transaction's. */
  unpaidGas?: bigint | undefined;
  unpaidL1Wei?: bigint | undefined;
  paired: boolean;
};

/**
 * Frees a nonce by a transaction without effect, recorded before it is sent. It outbids the
 * attempt, of which a mempool may hold a copy. An empty wallet notifies the operator once per
 * attempt.
 */
export async function sendCancelTransaction(
  deps: Deps,
  attempt: Attempt,
  cancel: Cancel,
): Promise<void> {
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
    alarm:
      payload && paired
        ? { id: payload.id, operator: payload.operator, dueMs: nowMs, payload }
        : undefined,
  });
  if (!marked.ok) return;
  if (payload) {
    const { vault, chainId, agent, balanceWei, neededWei } = payload;
    deps.log("agent_needs_coin", {
      vault,
      chainId,
      agent,
      balanceWei,
      neededWei,
      attempt: attempt.id,
    });
  }
  if (isWritten) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
}

type Wallet = {
  /** Null: not read, so no alarm. */
  balanceWei: bigint | null;
  gas: bigint;
  maxFeePerGas: bigint;
  /** Beside the gas; null: not read. */
  l1FeeWei: bigint | null;
  nowMs: number;
};

/**
 * Alarm if the wallet cannot pay for its nonce; undefined: it can. It is sent once and fees may
 * rise, so `neededWei` is the gas at the chain's cap plus the present L1 fee.
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
    agent,
    balanceWei: balanceWei.toString(),
    neededWei: (gas * highestFeeWei + aside).toString(),
  };
}
