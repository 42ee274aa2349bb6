import type { Address, Hex } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import { sendTransaction } from "./send-transaction.ts";

/**
 * Sends an attempt that no node knows (again), at its own nonce, after `maySendAgain` allowed it. The store is asked
 * once more in the step that marks it as sent, so that a cancel or revocation acknowledged meanwhile holds: false then.
 * @throws Error when it does not sign to its own hash: a key or a field that changed must not become a second transaction
 */
export async function sendAgain(
  deps: Deps,
  attempt: Attempt,
  { leaseToken, nextCheckInMs }: { leaseToken: number; nextCheckInMs: number },
): Promise<boolean> {
  const signed = await deps.wallet.sign(attempt.vault as Address, attempt.keyVersion, {
    chainId: attempt.chainId,
    to: attempt.to as Address,
    data: attempt.data as Hex,
    nonce: attempt.nonce,
    gas: BigInt(attempt.gas),
    maxFeePerGas: BigInt(attempt.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(attempt.maxPriorityFeePerGas),
  });
  if (!attempt.hashes.includes(signed.hash)) throw new Error(`attempt ${attempt.id} does not sign to its own hash`);
  const nowMs = deps.clock.nowMs();
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    leaseToken,
    nextCheckMs: nowMs + nextCheckInMs,
    forSend: true,
  });
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
  return marked.ok;
}
