import type { Receipt } from "../chain/transaction-reads.ts";

/** An open attempt as read; null fields could not be read, and decide nothing. */
export type AttemptObservation = {
  nonce: number;
  /** 0 wei to itself in a nonce gap: whatever used the nonce has done its work. */
  isFill: boolean;
  maxFeeWei: bigint;
  /** Since the last transaction at this nonce was recorded. */
  waitedMs: number;
  isSentAgain: boolean;
  confirmations: bigint;
  head: bigint | null;
  baseFeeWei: bigint | null;
  /** The node's suggestion; 0 without one. */
  tipWei: bigint;
  agentBalanceWei: bigint | null;
  /** Without data, on L1. */
  l1FeeWei: bigint | null;
  chainNonce: number | null;
  /**
   * The same 64 blocks lower, beyond reorgs and most lagging nodes; null: not needed or not read.
   */
  settledNonce: number | null;
  /** The last look found the nonce used by something unknown. */
  isSuspected: boolean;
  /** Own hashes in order; undefined: a node did not answer. */
  receipts: readonly (Receipt | null | undefined)[];
  freeingReceipts: readonly (Receipt | null | undefined)[];
  /** The last transaction at this nonce; null: no node answered. */
  isKnown: boolean | null;
};

type AttemptDecision =
  | { kind: "mined"; receipt: Receipt }
  /** A 0-wei transaction freed the nonce: the attempt never happened. */
  | { kind: "freed"; receipt: Receipt }
  | { kind: "used" }
  /**
   * Unknown and unused: send it (again) or free the nonce. `raise`: the same bytes would not be
   * mined, or were offered before.
   */
  | { kind: "absent"; raise: boolean }
  | { kind: "stuck" }
  /** Found twice: something unrecorded used its nonce for good. */
  | { kind: "forgotten"; chainNonce: number }
  /** `suspect`: if the next look finds the same, it decides `forgotten`. */
  | { kind: "wait"; reason: string; suspect?: true };

/** Longer than any block takes: its price is too low. */
const STUCK_AFTER_MS = 90_000;

/**
 * Decides by the chain's answer for the nonce (docs/design.md, "Exactly once" 5). Unread means
 * wait: unknown is never failure. Earlier open nonces do not matter, so a whole dropped queue is
 * sent again in one tick.
 */
export function decideAttempt(observation: AttemptObservation): AttemptDecision {
  const { head, chainNonce } = observation;
  if (head === null || chainNonce === null)
    return { kind: "wait", reason: "the chain could not be read" };
  const isDeep = (receipt: Receipt) => head - receipt.blockNumber + 1n >= observation.confirmations;
  const mined = observation.receipts.find((receipt) => receipt);
  if (mined)
    return isDeep(mined)
      ? { kind: "mined", receipt: mined }
      : { kind: "wait", reason: "not enough confirmations yet" };
  const freed = observation.freeingReceipts.find((receipt) => receipt);
  if (freed)
    return isDeep(freed)
      ? { kind: "freed", receipt: freed }
      : { kind: "wait", reason: "not enough confirmations yet" };
  if ([...observation.receipts, ...observation.freeingReceipts].includes(undefined))
    return { kind: "wait", reason: "a receipt could not be read" };
  if (chainNonce > observation.nonce) {
    if (observation.isFill) return { kind: "used" };
    // All hashes are listed: without a receipt either a node lags or the store forgot.
    if (observation.settledNonce === null || observation.settledNonce <= observation.nonce)
      return { kind: "wait", reason: "the nonce is used but no receipt is known yet" };
    if (observation.isSuspected) return { kind: "forgotten", chainNonce };
    return {
      kind: "wait",
      reason: "the nonce was used long ago by something unknown",
      suspect: true,
    };
  }
  if (observation.isKnown === null)
    return { kind: "wait", reason: "the mempool could not be asked" };
  const isTooLow =
    observation.baseFeeWei !== null && observation.maxFeeWei < observation.baseFeeWei;
  // Behind an earlier nonce, waiting says nothing of its price.
  const isLate = chainNonce === observation.nonce && observation.waitedMs > STUCK_AFTER_MS;
  if (!observation.isKnown)
    return { kind: "absent", raise: isTooLow || (isLate && observation.isSentAgain) };
  return isTooLow || isLate ? { kind: "stuck" } : { kind: "wait", reason: "waiting to be mined" };
}
