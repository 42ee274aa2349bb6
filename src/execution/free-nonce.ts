import type { Address } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { Deps } from "../deps.ts";
import { bumpFees } from "../safety/bump-fees.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import { sendTransaction } from "./send-transaction.ts";

const TRANSFER_GAS = 21_000n;

/**
 * Uses an attempt's nonce up without effect: 0 wei from the agent to itself, no data. The only transaction this service
 * sends to anything but a vault (design.md, "Exactly once"). Written down before it is sent, like every other; at
 * one nonce the chain admits one, however often it is signed.
 */
export async function freeNonce(deps: Deps, attempt: Attempt, nextCheckInMs: number): Promise<void> {
  const agent = attempt.agent as Address;
  const previous = {
    maxFeePerGas: BigInt(attempt.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(attempt.maxPriorityFeePerGas),
  };
  const [head, tip] = await deps
    .chain(attempt.chainId)
    .rpc.send([blockReads.latest(), blockReads.maxPriorityFeePerGas()]);
  const baseFeeWei = head.ok ? head.value.baseFeePerGas : 0n;
  // Above the first attempt, so that it also wins where that one hides in a mempool; at the cap the old fees must do.
  const bumped = bumpFees({ chainId: attempt.chainId, baseFeeWei, suggestedTipWei: tip.ok ? tip.value : 0n, previous });
  const fees = bumped.ok ? bumped.value : previous;
  const signed = await deps.wallet.sign(attempt.vault as Address, attempt.keyVersion, {
    chainId: attempt.chainId,
    to: agent,
    data: "0x",
    nonce: attempt.nonce,
    gas: TRANSFER_GAS,
    ...fees,
  });
  const nowMs = deps.clock.nowMs();
  const marked = await markAttempt.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    attemptId: attempt.id,
    addFreeingHash: signed.hash,
    nextCheckMs: nowMs + nextCheckInMs,
  });
  if (marked.ok) await sendTransaction(deps.chain(attempt.chainId), signed.raw);
}
