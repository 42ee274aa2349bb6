import type { Address, Hex } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import { sendTransaction } from "./send-transaction.ts";

/**
 * Sends an attempt that no node knows (again), at its own nonce, after `maySendAgain` allowed it. Written down before it
 * is sent, like every other.
 * @throws Error when it does not sign to its own hash: a key or a field that changed must not become a second transaction
 */
export async function sendAgain(deps: Deps, attempt: Attempt, nextCheckInMs: number): Promise<void> {
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
    nextCheckMs: nowMs + nextCheckInMs,
  });
  // Closed meanwhile by somebody else: its nonce may have been given away.
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
}
