import type { Attempt } from "../../schemas/attempt.ts";
import { accountReads } from "../chain/account-reads.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { chainOf } from "../chain-of.ts";
import type { ChainDeps } from "../deps.ts";
import type { WatchedObservation } from "./decide-watched.ts";
import { found, receiptCallsOf } from "./observe-attempts.ts";

/**
 * Shares the open ones' request of this turn; one more reads the blocks of missing receipts.
 * Attempts without a block, or not ended, have no observation.
 */
export async function observeWatched(
  chain: ChainDeps,
  attempts: readonly Attempt[],
  nowMs: number,
): Promise<Map<Attempt, WatchedObservation>> {
  const receiptCalls = receiptCallsOf(attempts);
  const hashes = [...receiptCalls.keys()];
  if (hashes.length === 0) return new Map();
  const agents = [...new Set(attempts.map(({ agent }) => agent))];
  const [[head], nonces, receipts] = await Promise.all([
    chain.rpc.send([blockReads.latest()]),
    chain.rpc.send(agents.map((agent) => accountReads.transactionCount(agent))),
    chain.rpc.send([...receiptCalls.values()]),
  ]);
  const receiptOf = new Map(hashes.map((hash, index) => [hash, found(receipts[index])]));
  const nonceOf = new Map(agents.map((agent, index) => [agent, nonces[index]]));
  const read = (hash: string) => receiptOf.get(hash);
  const isMissing = ({ hashes: own, freeingHashes }: Attempt) =>
    [...own, ...freeingHashes].every((hash) => !read(hash));
  const missing = attempts.filter(isMissing);
  const blocks =
    missing.length === 0
      ? []
      : await chain.rpc.send(
          missing.map(({ blockNumber = "0" }) => blockReads.hashAt(BigInt(blockNumber))),
        );
  const blockOf = new Map(missing.map((attempt, index) => [attempt, blocks[index]]));
  return new Map(
    attempts.flatMap((attempt): [Attempt, WatchedObservation][] => {
      const { status, blockNumber, blockHash } = attempt;
      if (blockNumber === undefined || blockHash === undefined) return [];
      if (status !== "confirmed" && status !== "reverted" && status !== "replaced") return [];
      const nonce = nonceOf.get(attempt.agent);
      const block = blockOf.get(attempt);
      const observation: WatchedObservation = {
        status,
        nonce: attempt.nonce,
        blockNumber: BigInt(blockNumber),
        blockHash,
        confirmations: chainOf(chain.chainId).confirmations,
        ageMs: nowMs - attempt.createdAt,
        head: head.ok ? head.value.number : null,
        chainNonce: nonce?.ok ? nonce.value : null,
        receipts: attempt.hashes.map(read),
        freeingReceipts: attempt.freeingHashes.map(read),
        blockHashNow: block?.ok ? block.value : undefined,
      };
      return [[attempt, observation]];
    }),
  );
}
