import type { Hex } from "viem";
import type { Receipt } from "../chain/transaction-reads.ts";
import { ATTEMPT_LIMITS } from "../pipeline/attempt-limits.ts";

type Ended = "confirmed" | "reverted" | "replaced";

/** Of an ended attempt. Null and undefined fields could not be read. */
export type WatchedObservation = {
  status: Ended;
  nonce: number;
  blockNumber: bigint;
  blockHash: Hex;
  confirmations: bigint;
  ageMs: number;
  head: bigint | null;
  /** Next nonce of the agent at the head. */
  chainNonce: number | null;
  /** Of the attempt's own hashes; undefined where a node did not answer. */
  receipts: readonly (Receipt | null | undefined)[];
  freeingReceipts: readonly (Receipt | null | undefined)[];
  /** Where the recorded one stood; null above the node's head, undefined when it was not read. */
  blockHashNow: Hex | null | undefined;
};

type WatchedDecision =
  /** Nothing is decided now. */
  | { kind: "later" }
  /** Deep and old enough: it is not checked any more. */
  | { kind: "done" }
  /** Mined with the same outcome in another block; its amounts are still to be compared. */
  | { kind: "moved"; receipt: Receipt }
  /** The chain does not have it as it was counted. `receipt`: what it has instead. */
  | { kind: "deep"; receipt: Receipt | null };

/** Fast chains are watched for 10 minutes. */
const WATCH_MS = 600_000;

/** Decision 42. A node that lags, or did not answer, decides nothing: a receipt is missing only where the block that held it was replaced. */
export function decideWatched(observation: WatchedObservation): WatchedDecision {
  const { head, blockNumber } = observation;
  if (head === null || head < blockNumber) return { kind: "later" };
  if ([...observation.receipts, ...observation.freeingReceipts].includes(undefined)) return { kind: "later" };
  const isOld = head - blockNumber + 1n >= ATTEMPT_LIMITS.settledBlocks && observation.ageMs >= WATCH_MS;
  const still: WatchedDecision = { kind: isOld ? "done" : "later" };
  const own = observation.receipts.find((receipt) => receipt);
  const found = own ?? observation.freeingReceipts.find((receipt) => receipt);
  if (found) {
    const status = found === own ? outcomeOf(found) : "replaced";
    if (status === observation.status && found.blockHash === observation.blockHash) return still;
    if (head - found.blockNumber + 1n < observation.confirmations) return { kind: "later" };
    return status === observation.status ? { kind: "moved", receipt: found } : { kind: "deep", receipt: found };
  }
  if (head - blockNumber < observation.confirmations || !observation.blockHashNow) return { kind: "later" };
  if (observation.blockHashNow === observation.blockHash) return still;
  // A used nonce may be its own, in a block whose receipts the node has not indexed yet.
  const isNonceFree = observation.chainNonce !== null && observation.chainNonce <= observation.nonce;
  return isNonceFree || isOld ? { kind: "deep", receipt: null } : { kind: "later" };
}

const outcomeOf = ({ status }: Receipt): Ended => (status === "success" ? "confirmed" : "reverted");
