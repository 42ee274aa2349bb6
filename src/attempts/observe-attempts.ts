import type { Hash } from "viem";
import type { Attempt } from "../../schemas/attempt.ts";
import { accountReads } from "../chain/account-reads.ts";
import { l1Fee } from "../chain/l1-fee.ts";
import type { RpcCall, RpcOutcome } from "../chain/rpc-call.ts";
import { blockReads, type Receipt, transactionReads } from "../chain/transaction-reads.ts";
import { chainOf } from "../chain-of.ts";
import type { ChainDeps } from "../deps.ts";
import { ATTEMPT_LIMITS } from "../pipeline/attempt-limits.ts";
import type { AttemptObservation } from "./decide-attempt.ts";
import { isFill } from "./fill-nonce-gap.ts";

/**
 * Reads a chain's attempts in one request: the head, each wallet and each signed hash once. One
 * more if an unknown transaction used a nonce. Answers in the attempts' order; never rejects.
 */
export async function observeAttempts(
  chain: ChainDeps,
  attempts: readonly Attempt[],
  nowMs: number,
): Promise<AttemptObservation[]> {
  if (attempts.length === 0) return [];
  const agents = [...new Set(attempts.map(({ agent }) => agent))];
  const receiptCalls = receiptCallsOf(attempts);
  const hashes = [...receiptCalls.keys()];
  const [[head, tip, l1], nonces, balances, receipts, known] = await Promise.all([
    chain.rpc.send([
      blockReads.latest(),
      blockReads.maxPriorityFeePerGas(),
      ...l1Fee.calls(chain.chainId, "0x"),
    ]),
    chain.rpc.send(agents.map((agent) => accountReads.transactionCount(agent))),
    chain.rpc.send(agents.map((agent) => accountReads.nativeBalance(agent))),
    chain.rpc.send([...receiptCalls.values()]),
    chain.rpc.send(attempts.map((attempt) => transactionReads.byHash(lastHashOf(attempt)))),
  ]);
  const receiptOf = new Map(hashes.map((hash, index) => [hash, receipts[index]]));
  const nonceOf = new Map(agents.map((agent, index) => [agent, nonces[index]]));
  const balanceOf = new Map(
    agents.map((agent, index) => [agent, balances[index]?.ok ? balances[index].value : null]),
  );
  const read = (hash: string) => found(receiptOf.get(hash));
  const chainNonceOf = ({ agent }: Attempt): number | null => {
    const nonce = nonceOf.get(agent);
    return nonce?.ok ? nonce.value : null;
  };
  const isUnexplained = (attempt: Attempt): boolean =>
    !isFill(attempt) &&
    (chainNonceOf(attempt) ?? 0) > attempt.nonce &&
    [...attempt.hashes, ...attempt.freeingHashes].every((hash) => read(hash) === null);
  const settled = await settledNonces(
    chain,
    attempts.filter(isUnexplained),
    head.ok ? head.value.number : 0n,
  );
  return attempts.map((attempt, index) => {
    const last = known[index];
    return {
      nonce: attempt.nonce,
      isFill: isFill(attempt),
      maxFeeWei: BigInt(attempt.maxFeePerGas),
      waitedMs: nowMs - (attempt.sentAt ?? attempt.createdAt),
      isSentAgain: attempt.sentAt !== undefined,
      confirmations: chainOf(chain.chainId).confirmations,
      head: head.ok ? head.value.number : null,
      baseFeeWei: head.ok ? head.value.baseFeePerGas : null,
      tipWei: tip.ok ? tip.value : 0n,
      agentBalanceWei: balanceOf.get(attempt.agent) ?? null,
      l1FeeWei: l1Fee.read(chain.chainId, l1),
      chainNonce: chainNonceOf(attempt),
      settledNonce: settled.get(attempt.agent) ?? null,
      isSuspected: attempt.suspectedAt !== undefined,
      receipts: attempt.hashes.map(read),
      freeingReceipts: attempt.freeingHashes.map(read),
      isKnown: last?.ok ? last.value !== null : null,
    };
  });
}

/** Read at a block deep enough to be the same on every node. */
async function settledNonces(
  chain: ChainDeps,
  attempts: readonly Attempt[],
  head: bigint,
): Promise<Map<string, number>> {
  const agents = [...new Set(attempts.map(({ agent }) => agent))];
  if (agents.length === 0 || head < ATTEMPT_LIMITS.settledBlocks) return new Map();
  const calls = agents.map((agent) =>
    accountReads.transactionCount(agent, head - ATTEMPT_LIMITS.settledBlocks),
  );
  const counts = await chain.rpc.send(calls);
  return new Map(
    agents.flatMap((agent, index): [string, number][] => {
      const count = counts[index];
      return count?.ok ? [[agent, count.value]] : [];
    }),
  );
}

/** The nonce's highest fees: if it is known, none before it matters. */
const lastHashOf = ({ hashes, freeingHashes }: Attempt): Hash =>
  (freeingHashes.at(-1) ?? hashes.at(-1)) as Hash;

/** Undefined: not read. Null: no receipt yet. */
export const found = (
  outcome: RpcOutcome<Receipt | null> | undefined,
): Receipt | null | undefined => (outcome?.ok ? outcome.value : undefined);

/** By hash; each weighs the gas that its attempt may use. */
export const receiptCallsOf = (
  attempts: readonly Attempt[],
): ReadonlyMap<string, RpcCall<Receipt | null>> =>
  new Map(
    attempts.flatMap(({ hashes, freeingHashes, gas }) =>
      [...hashes, ...freeingHashes].map((hash): [string, RpcCall<Receipt | null>] => [
        hash,
        transactionReads.receipt(hash, BigInt(gas)),
      ]),
    ),
  );
