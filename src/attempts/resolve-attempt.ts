import type { Attempt } from "../../schemas/attempt.ts";
import { ORDER_NOT_ACTIVE } from "../../schemas/error-codes.ts";
import type { Receipt } from "../chain/transaction-reads.ts";
import type { Deps } from "../deps.ts";
import { feesOf, wireFees } from "../fees/plan-fees.ts";
import type { ExecutedAmounts } from "../kinds/execution-outcome.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { SliceOutcome } from "../kinds/order-run.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";
import { ATTEMPT_LIMITS } from "../pipeline/attempt-limits.ts";
import { endedAttempt, finalAttemptOf } from "../pipeline/final-attempt-of.ts";
import { freezeForgotten, freezeRewritten } from "../pipeline/freeze-forgotten.ts";
import { readAmounts } from "../pipeline/read-amounts.ts";
import { vaultFrozen } from "../pipeline/vault-frozen.ts";
import { closeAttempt } from "../store/attempts/close-attempt.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import type { ClaimedAttempt } from "../store/orders/claim-due.ts";
import { type AttemptObservation, decideAttempt } from "./decide-attempt.ts";
import { type Finished, finishOrder } from "./finish-order.ts";
import { maySendAgain } from "./may-send-again.ts";
import { raisedFees, sendAgain } from "./send-again.ts";
import { sendCancelTransaction } from "./send-cancel-transaction.ts";

/** Nothing is sent beyond the lease of `leaseToken`. */
type Look = { observation: AttemptObservation; leaseToken: number };

/**
 * Lets the chain decide an attempt whose outcome its sender did not see (docs/design.md, "Exactly
 * once" 5): sends again, replaces or frees the nonce as needed. Answers the order that its end
 * freed.
 */
export async function resolveAttempt(
  deps: Deps,
  claimed: ClaimedAttempt,
  look: Look,
): Promise<Finished | null> {
  const { attempt } = claimed;
  const decision = decideAttempt(look.observation);
  switch (decision.kind) {
    case "wait":
      await mark(deps, attempt, look, decision.suspect);
      return null;
    case "forgotten":
      await freeze(deps, claimed, decision.chainNonce);
      await close(deps, claimed, forgotten(attempt));
      // Its vault is frozen: another slice could only fail.
      return null;
    case "mined":
      return close(deps, claimed, await minedOutcome(deps, attempt, decision.receipt));
    case "freed":
      return close(
        deps,
        claimed,
        neverHappened(attempt, endedAttempt(attempt, "replaced", decision.receipt, null)),
      );
    case "used":
      return close(deps, claimed, neverHappened(attempt, { ...attempt, status: "replaced" }));
    case "absent":
      await sendOrFree(deps, claimed, { ...look, raise: decision.raise });
      return null;
    case "stuck":
      await sendOrFree(deps, claimed, { ...look, raise: true });
      return null;
  }
}

type Closed = { attempt: Attempt; outcome: SliceOutcome };

/** Told with every failed slice (decision D37). */
const callOf = ({ to, agent, data }: Attempt) => ({ to, from: agent, value: "0x0", data });

/** Something without effect used the nonce. */
const neverHappened = (attempt: Attempt, ended: Attempt): Closed => ({
  attempt: ended,
  outcome: {
    kind: "failed",
    code: "deadline_passed",
    error: attempt.error ?? "The transaction could not be sent in time; it never took effect.",
    debugCall: callOf(attempt),
  },
});

/** Comes first: if the Worker dies after it, the next run closes the attempt of a frozen vault. */
async function freeze(
  deps: Deps,
  { attempt, context }: ClaimedAttempt,
  chainNonce: number,
): Promise<void> {
  const { id, vault, chainId, agent, operator } = attempt;
  await freezeForgotten(deps, {
    vault,
    chainId,
    agent,
    operator,
    chainNonce,
    attemptId: id,
    paired: context.paired,
  });
}

/**
 * It may have been this very call: the freeze keeps it from running again, and its loss stays
 * counted (decision D33).
 */
function forgotten(attempt: Attempt): Closed {
  const { message: error } = vaultFrozen(
    `Nonce ${attempt.nonce} of the agent wallet was used by a transaction that this service ` +
      "does not remember, which may have been this very one. The vault is frozen: compare its " +
      "orders with the wallet's transactions first.",
  );
  return {
    attempt: { ...attempt, status: "replaced", isForgotten: true, error },
    outcome: { kind: "failed", code: "vault_frozen", error, debugCall: callOf(attempt) },
  };
}

async function minedOutcome(deps: Deps, attempt: Attempt, receipt: Receipt): Promise<Closed> {
  if (receipt.status === "reverted") {
    return {
      attempt: endedAttempt(attempt, "reverted", receipt, null),
      outcome: {
        kind: "failed",
        code: "transaction_reverted",
        error: `The transaction ${receipt.hash} was mined and reverted.`,
        debugCall: callOf(attempt),
      },
    };
  }
  const { hash, blockNumber } = receipt;
  if (attempt.swap === null)
    return {
      attempt: endedAttempt(attempt, "confirmed", receipt, null),
      outcome: { kind: "mined", hash, blockNumber },
    };
  const amounts: ExecutedAmounts | null = await readAmounts(
    deps.chain(attempt.chainId).rpc,
    attempt.vault,
    attempt.swap,
    receipt,
  );
  const outcome: SliceOutcome =
    amounts === null
      ? { kind: "meta_unreadable" }
      : {
          kind: "executed",
          sellBase: amounts.soldBase,
          buyBase: amounts.boughtBase,
          estimated: amounts.estimated,
          hash,
          blockNumber,
        };
  return { attempt: endedAttempt(attempt, "confirmed", receipt, amounts), outcome };
}

const STOPPED = refuse(ORDER_NOT_ACTIVE, "The order was stopped before the transaction went out.");

/** An acknowledged stop holds, and so does an order's end. */
async function sendOrFree(
  deps: Deps,
  { attempt, order, context }: ClaimedAttempt,
  look: Look & { raise: boolean },
): Promise<void> {
  const rules = order === null ? undefined : await kindOf(deps.tables.orderKinds, order).rules();
  const bound =
    order === null ? undefined : rules?.whileOut?.(order, deps.clock.nowMs(), deps.draw);
  const isEnded = bound?.hasEnded === true;
  const isStopped =
    attempt.orderId !== undefined && (order?.status !== "pending_confirmation" || isEnded);
  const freeing = attempt.freeingHashes.length > 0;
  const fees = look.raise
    ? raisedFees(attempt, look.observation, bound?.maxGasPrice)
    : feesOf(attempt);
  const allowed: Verdict =
    isStopped || freeing
      ? STOPPED
      : await maySendAgain(deps, { ...attempt, ...wireFees(fees) }, context);
  if (!allowed.ok && allowed.code === "rpc_unavailable") return mark(deps, attempt, look);
  const step = { ...look, nextCheckInMs: ATTEMPT_LIMITS.nextCheckMs };
  const { delegation } = context;
  const again = { ...step, fees, delegation, waitedMs: look.observation.waitedMs };
  if (allowed.ok && (await sendAgain(deps, attempt, again))) return;
  const isUnpaid = !allowed.ok && allowed.code === "insufficient_gas";
  await sendCancelTransaction(deps, attempt, {
    ...step,
    paired: context.paired,
    unpaidGas: isUnpaid ? BigInt(attempt.gas) : undefined,
    unpaidL1Wei: isUnpaid ? BigInt(String(allowed.details?.l1FeeWei ?? 0)) : undefined,
  });
}

async function mark(
  deps: Deps,
  attempt: Attempt,
  { leaseToken }: Look,
  suspect?: true,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    leaseToken,
    nextCheckMs: nowMs + ATTEMPT_LIMITS.nextCheckMs,
    suspect,
  });
}

/** In one script with its order, or alone without one. */
async function close(
  deps: Deps,
  { order, orderVersion, context }: ClaimedAttempt,
  { attempt, outcome }: Closed,
): Promise<Finished | null> {
  if (order !== null && orderVersion !== null) {
    return finishOrder(deps, {
      order,
      version: orderVersion,
      outcome,
      tickMs: deps.clock.nowMs(),
      paired: context.paired,
      leaseToken: 0,
      attempt,
      nav: undefined,
    });
  }
  const closed = await closeAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    attempt: finalAttemptOf(attempt),
  });
  if (!closed.ok && closed.code === "attempt_rewritten")
    await freezeRewritten(deps, attempt, context.paired);
  return null;
}
