import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import type { AttemptSight } from "./decide-attempt.ts";
import { feesOf } from "./fees-of.ts";
import { raisedFees } from "./raised-fees.ts";
import { sendTransaction } from "./send-transaction.ts";
import { signNothing } from "./sign-nothing.ts";
import { wireFees } from "./wire-fees.ts";

type Free = {
  sight: AttemptSight;
  leaseToken: number;
  nextCheckInMs: number;
  /** The one that frees it already needs higher fees. */
  raise: boolean;
};

/**
 * Uses an attempt's nonce up without effect. Written down before it is sent, like every other; asked for again, it is
 * the same bytes, or higher fees where those did not do. The first one stands above the attempt's own fees, so that it also
 * wins where that one hides in a mempool. At one nonce the chain admits one transaction, whichever of the attempt's it is.
 */
export async function freeNonce(deps: Deps, attempt: Attempt, free: Free): Promise<void> {
  const { sight, leaseToken, nextCheckInMs } = free;
  const isFirst = attempt.freeingHashes.length === 0;
  const fees = isFirst || free.raise ? raisedFees(attempt, sight) : feesOf(attempt);
  const signed = await signNothing(deps, attempt, attempt.nonce, fees);
  const nowMs = deps.clock.nowMs();
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    leaseToken,
    addFreeingHash: signed.hash,
    fees: wireFees(fees),
    nextCheckMs: nowMs + nextCheckInMs,
  });
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
}
