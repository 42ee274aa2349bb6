import type { Address, Hash } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import { accountReads } from "../chain/account-reads.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { type Receipt, transactionReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { CONFIRMATIONS } from "./confirmations.ts";
import type { AttemptSight } from "./decide-attempt.ts";

/** Everything the chain says about an attempt, in one request (shared with all attempts of the same turn and chain). */
export async function lookAtAttempt(chain: ChainDeps, attempt: Attempt): Promise<AttemptSight> {
  const last = (attempt.freeingHashes.at(-1) ?? attempt.hashes.at(-1)) as Hash;
  const receiptOf = (hash: string) => transactionReads.receipt(hash as Hash);
  const [[head, nonce, known], receipts, freeing] = await Promise.all([
    chain.rpc.send([
      blockReads.latest(),
      accountReads.transactionCount(attempt.agent as Address),
      transactionReads.byHash(last),
    ]),
    chain.rpc.send(attempt.hashes.map(receiptOf)),
    attempt.freeingHashes.length === 0 ? [] : chain.rpc.send(attempt.freeingHashes.map(receiptOf)),
  ]);
  const read = (outcome: RpcOutcome<Receipt | null>) => (outcome.ok ? outcome.value : undefined);
  return {
    nonce: attempt.nonce,
    confirmations: CONFIRMATIONS[chain.chainId],
    head: head.ok ? head.value.number : null,
    chainNonce: nonce.ok ? nonce.value : null,
    receipts: receipts.map(read),
    freeingReceipts: freeing.map(read),
    isKnown: known.ok ? known.value !== null : null,
  };
}
