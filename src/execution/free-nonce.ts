import type { Attempt } from "../../schemas/attempt.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { Deps } from "../deps.ts";
import { bumpFees } from "../safety/bump-fees.ts";
import type { GasFees } from "../safety/gas-fees.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import { sendTransaction } from "./send-transaction.ts";
import { signNothing } from "./sign-nothing.ts";

/**
 * Uses an attempt's nonce up without effect. Written down before it is sent, like every other; asked for again, it is
 * the same bytes. At one nonce the chain admits one transaction, whichever of the attempt's it is.
 */
export async function freeNonce(deps: Deps, attempt: Attempt, nextCheckInMs: number): Promise<void> {
  const fees = await feesFor(deps, attempt);
  const signed = await signNothing(deps, attempt, attempt.nonce, fees);
  const nowMs = deps.clock.nowMs();
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    addFreeingHash: signed.hash,
    fees: { maxFeePerGas: String(fees.maxFeePerGas), maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas) },
    nextCheckMs: nowMs + nextCheckInMs,
  });
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
}

/** Above the attempt's own, so that it also wins where that one hides in a mempool; at the cap the old fees must do. */
async function feesFor(deps: Deps, attempt: Attempt): Promise<GasFees> {
  const previous = {
    maxFeePerGas: BigInt(attempt.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(attempt.maxPriorityFeePerGas),
  };
  if (attempt.freeingHashes.length > 0) return previous;
  const { rpc } = deps.chain(attempt.chainId);
  const [head, tip] = await rpc.send([blockReads.latest(), blockReads.maxPriorityFeePerGas()]);
  const bumped = bumpFees({
    chainId: attempt.chainId,
    baseFeeWei: head.ok ? head.value.baseFeePerGas : 0n,
    suggestedTipWei: tip.ok ? tip.value : 0n,
    previous,
  });
  return bumped.ok ? bumped.value : previous;
}
