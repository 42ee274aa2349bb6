import type { Hex } from "viem";
import type { Receipt } from "../chain/transaction-reads.ts";
import { ATTEMPT_LIMITS } from "../pipeline/attempt-limits.ts";

type Ended = "confirmed" | "reverted" | "replaced";

/** An ended attempt as read; null and undefined fields could not be read. */
export type WatchedObservation = {
  status: Ended;
  nonce: number;
  blockNumber: bigint;
  blockHash: Hex;
  confirmations: bigint;
  ageMs: number;
  head: bigint | null;
  chainNonce: number | null;
  /** Own hashes; undefined: a node did not answer. */
  receipts: readonly (Receipt | null | undefined)[];
  freeingReceipts: readonly (Receipt | null | undefined)[];
  /** Hash now at `blockNumber`; null: above the node's head, undefined: not read. */
  blockHashNow: Hex | null | undefined;
};

type WatchedDecision =
  | { kind: "later" }
  | { kind: "done" }
  /** Same outcome in another block; its amounts are still to be compared. */
  | { kind: "moved"; receipt: Receipt }
  /** Not on the chain as counted. `receipt`: found instead. */
  | { kind: "deep"; receipt: Receipt | null };

/** For fast chains. */
const WATCH_MS = 600_000;

/**
 * Decision D31. A lagging or silent node decides nothing: a receipt is missing only if its block
 * was replaced.
 */
export function decideWatched(observation: WatchedObservation): WatchedDecision {
  const { head, blockNumber } = observation;
  if (head === null || head < blockNumber) return { kind: "later" };
  if ([...observation.receipts, ...observation.freeingReceipts].includes(undefined))
    return { kind: "later" };
  const isOld =
    head - blockNumber + 1n >= ATTEMPT_LIMITS.settledBlocks && observation.ageMs >= WATCH_MS;
  const still: WatchedDecision = { kind: isOld ? "done" : "later" };
  const own = observation.receipts.find((receipt) => receipt);
  const found = own ?? observation.freeingReceipts.find((receipt) => receipt);
  if (found) {
    const status = found === own ? outcomeOf(found) : "replaced";
    if (status === observation.status && found.blockHash === observation.blockHash) return still;
    if (head - found.blockNumber + 1n < observation.confirmations) return { kind: "later" };
    return status === observation.status
      ? { kind: "moved", receipt: found }
      : { kind: "deep", receipt: found };
  }
  if (head - blockNumber < observation.confirmations || !observation.blockHashNow)
    return { kind: "later" };
  if (observation.blockHashNow === observation.blockHash) return still;
  // The nonce may be its own, in a block whose receipts the node has not indexed.
  const isNonceFree =
    observation.chainNonce !== null && observation.chainNonce <= observation.nonce;
  return isNonceFree || isOld ? { kind: "deep", receipt: null } : { kind: "later" };
}

const outcomeOf = ({ status }: Receipt): Ended => (status === "success" ? "confirmed" : "reverted");
