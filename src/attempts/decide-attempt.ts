import type { Receipt } from "../chain/transaction-reads.ts";

/** Of an open attempt. Null fields could not be read: then nothing is decided. */
export type AttemptObservation = {
  nonce: number;
  /** True for 0 wei to itself in a nonce gap: whatever used the nonce up has done its work. */
  isFill: boolean;
  /** Highest fee that was signed at this nonce. */
  maxFeeWei: bigint;
  /** Since the last transaction at this nonce was written down. */
  waitedMs: number;
  /** True once a resolver has sent it before. */
  isSentAgain: boolean;
  confirmations: bigint;
  head: bigint | null;
  baseFeeWei: bigint | null;
  /** The node's suggestion; 0 where it has none. */
  tipWei: bigint;
  /** What the agent can pay gas with. */
  agentBalanceWei: bigint | null;
  /** Without data, on L1; null where that was not read. */
  l1FeeWei: bigint | null;
  /** Next nonce of the agent at the head. */
  chainNonce: number | null;
  /** 64 blocks lower, where no reorg and hardly a lagging node is; null where it was not needed, or not read. */
  settledNonce: number | null;
  /** The look before this one found the nonce used by something unknown. */
  isSuspected: boolean;
  /** Of the attempt's own hashes, in order; undefined where a node did not answer. */
  receipts: readonly (Receipt | null | undefined)[];
  /** Of the 0-wei transactions that free the nonce. */
  freeingReceipts: readonly (Receipt | null | undefined)[];
  /** The last transaction at this nonce; null when no node answered. */
  isKnown: boolean | null;
};

type AttemptDecision =
  | { kind: "mined"; receipt: Receipt }
  /** The nonce was freed by a transaction of 0 wei: the attempt itself never happened. */
  | { kind: "freed"; receipt: Receipt }
  /** The nonce of a fill is used, by whatever it was. */
  | { kind: "used" }
  /**
   * No node knows it and its nonce is unused: it may be sent (again) at its own nonce, or the nonce freed. `raise`: the
   * same bytes would not be mined, or were offered before.
   */
  | { kind: "absent"; raise: boolean }
  /** A node knows it, and it is not mined: it needs higher fees. */
  | { kind: "stuck" }
  /** Found twice in a row: its nonce is used for good, and by nothing that is remembered of it. It will never be mined. */
  | { kind: "forgotten"; chainNonce: number }
  /** Unknown, waiting, or not deep enough yet. `suspect`: the next look that finds the same decides `forgotten`. */
  | { kind: "wait"; reason: string; suspect?: true };

/** What waits longer in a mempool than any block takes is not wanted at its price. */
const STUCK_AFTER_MS = 90_000;

/**
 * By the chain's own answer for the attempt's nonce (docs/design.md, "Exactly once" 5). Anything unread means wait: unknown is never
 * failure. An earlier nonce that is still open changes nothing: a whole nonce queue of dropped transactions is sent again in one tick.
 */
export function decideAttempt(observation: AttemptObservation): AttemptDecision {
  const { head, chainNonce } = observation;
  if (head === null || chainNonce === null) return { kind: "wait", reason: "the chain could not be read" };
  const isDeep = (receipt: Receipt) => head - receipt.blockNumber + 1n >= observation.confirmations;
  const mined = observation.receipts.find((receipt) => receipt);
  if (mined)
    return isDeep(mined) ? { kind: "mined", receipt: mined } : { kind: "wait", reason: "not enough confirmations yet" };
  const freed = observation.freeingReceipts.find((receipt) => receipt);
  if (freed)
    return isDeep(freed) ? { kind: "freed", receipt: freed } : { kind: "wait", reason: "not enough confirmations yet" };
  if ([...observation.receipts, ...observation.freeingReceipts].includes(undefined))
    return { kind: "wait", reason: "a receipt could not be read" };
  if (chainNonce > observation.nonce) {
    if (observation.isFill) return { kind: "used" };
    // All hashes of this nonce are listed: a used one without receipt is a lagging node, or a store that forgot.
    if (observation.settledNonce === null || observation.settledNonce <= observation.nonce)
      return { kind: "wait", reason: "the nonce is used but no receipt is known yet" };
    if (observation.isSuspected) return { kind: "forgotten", chainNonce };
    return { kind: "wait", reason: "the nonce was used long ago by something unknown", suspect: true };
  }
  if (observation.isKnown === null) return { kind: "wait", reason: "the mempool could not be asked" };
  const isTooLow = observation.baseFeeWei !== null && observation.maxFeeWei < observation.baseFeeWei;
  // Behind an earlier nonce its waiting says nothing of its price.
  const isLate = chainNonce === observation.nonce && observation.waitedMs > STUCK_AFTER_MS;
  if (!observation.isKnown) return { kind: "absent", raise: isTooLow || (isLate && observation.isSentAgain) };
  return isTooLow || isLate ? { kind: "stuck" } : { kind: "wait", reason: "waiting to be mined" };
}
