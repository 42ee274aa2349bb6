import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { bumpFees } from "../safety/bump-fees.ts";
import type { GasFees } from "../safety/gas-fees.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import type { AttemptSight } from "./decide-attempt.ts";
import { sendTransaction } from "./send-transaction.ts";
import { signNothing } from "./sign-nothing.ts";

type Free = { sight: AttemptSight; leaseToken: number; nextCheckInMs: number };

/**
 * Uses an attempt's nonce up without effect. Written down before it is sent, like every other; asked for again, it is
 * the same bytes. At one nonce the chain admits one transaction, whichever of the attempt's it is.
 */
export async function freeNonce(
  deps: Deps,
  attempt: Attempt,
  { sight, leaseToken, nextCheckInMs }: Free,
): Promise<void> {
  const fees = feesFor(attempt, sight);
  const signed = await signNothing(deps, attempt, attempt.nonce, fees);
  const nowMs = deps.clock.nowMs();
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    leaseToken,
    addFreeingHash: signed.hash,
    fees: { maxFeePerGas: String(fees.maxFeePerGas), maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas) },
    nextCheckMs: nowMs + nextCheckInMs,
  });
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
}

/** Above the attempt's own, so that it also wins where that one hides in a mempool; at the cap the old fees must do. */
function feesFor(attempt: Attempt, { baseFeeWei, tipWei }: AttemptSight): GasFees {
  const previous = {
    maxFeePerGas: BigInt(attempt.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(attempt.maxPriorityFeePerGas),
  };
  if (attempt.freeingHashes.length > 0) return previous;
  const bumped = bumpFees({
    chainId: attempt.chainId,
    baseFeeWei: baseFeeWei ?? 0n,
    suggestedTipWei: tipWei,
    previous,
  });
  return bumped.ok ? bumped.value : previous;
}
