import type { Address, Hex } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import type { GasFees } from "../safety/gas-fees.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import { sendTransaction } from "./send-transaction.ts";
import { wireFees } from "./wire-fees.ts";

type Step = {
  leaseToken: number;
  nextCheckInMs: number;
  /** The attempt's own, or higher ones of a replacement. */
  fees: GasFees;
};

/**
 * Sends an attempt (again) at its own nonce, after `maySendAgain` allowed it: the very same bytes, or the same call at
 * higher fees, whose hash is then written first. The store is asked once more in the step that writes it, so that a cancel
 * or revocation acknowledged meanwhile holds: false then, and after a lease that ended.
 * @throws Error when it does not sign to its own hash: a key or a field that changed must not become a second transaction
 */
export async function sendAgain(deps: Deps, attempt: Attempt, step: Step): Promise<boolean> {
  const { leaseToken, nextCheckInMs, fees } = step;
  const signed = await deps.wallet.sign(attempt.vault as Address, attempt.keyVersion, {
    chainId: attempt.chainId,
    to: attempt.to as Address,
    data: attempt.data as Hex,
    nonce: attempt.nonce,
    gas: BigInt(attempt.gas),
    ...fees,
  });
  const isReplacement = fees.maxFeePerGas > BigInt(attempt.maxFeePerGas);
  if (!isReplacement && !attempt.hashes.includes(signed.hash))
    throw new Error(`attempt ${attempt.id} does not sign to its own hash`);
  const nowMs = deps.clock.nowMs();
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    leaseToken,
    nextCheckMs: nowMs + nextCheckInMs,
    forSend: true,
    ...(isReplacement && { addHash: signed.hash, fees: wireFees(fees) }),
  });
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
  return marked.ok;
}
