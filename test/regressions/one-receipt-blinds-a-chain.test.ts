import { expect, test } from "vitest";
import type { Attempt } from "../../schemas/attempt.ts";
import { decideAttempt } from "../../src/attempts/decide-attempt.ts";
import { observeAttempts } from "../../src/attempts/observe-attempts.ts";
import { observeWatched } from "../../src/attempts/observe-watched.ts";
import { createRpc, type FetchLike } from "../../src/chain/rpc.ts";
import type { ChainDeps } from "../../src/deps.ts";
import { createReceiptPoller } from "../../src/pipeline/receipt-poller.ts";

// A review (2026-11-20): receipts of a chain share a batch, an answer above 8 MiB was no answer,
// and a token that is swapped writes what it wants into the logs. Three such swaps, and nothing of
// that chain was followed up any more, for anybody.
const MIB = 1024 * 1024;
const WAITS = "wait: the chain could not be read";
const UNREAD = "wait: a receipt could not be read";

const wordOf = (n: number) => `0x${n.toString(16).padStart(64, "0")}` as const;
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as const;
/** Mined, by hash and agent of this number, each in a vault of its own. */
const attemptOf = (n: number, gas: bigint): Attempt => ({
  id: `twap:${n}`,
  vault: addressOf(1_000 + n),
  chainId: 8453,
  agent: addressOf(2_000 + n),
  keyVersion: 1,
  operator: addressOf(3_000 + n),
  nonce: 0,
  to: addressOf(1_000 + n),
  data: "0x",
  gas: gas.toString(),
  maxFeePerGas: "10",
  maxPriorityFeePerGas: "1",
  hashes: [wordOf(n)],
  freeingHashes: [],
  status: "sent",
  createdAt: 0,
  swap: null,
});

/**
 * A chain where the receipts of hostile attempts have this size and the others' 20 kB, told by the
 * announced length. First in every list are the hostile ones; both nodes say the same.
 */
function setUp({ hostile, hostileBytes }: { hostile: number; hostileBytes: number }) {
  let requests = 0;
  const receiptOf = (hash: unknown) => ({
    transactionHash: hash,
    status: "0x1",
    blockNumber: "0x64",
    blockHash: wordOf(7),
    from: addressOf(1),
    to: addressOf(2),
    gasUsed: "0x1",
    effectiveGasPrice: "0x1",
    logs: [],
  });
  const resultOf = ({ method, params }: { method: string; params: unknown[] }): unknown => {
    if (method === "eth_getTransactionReceipt") return receiptOf(params[0]);
    if (method === "eth_getBlockByNumber")
      return { number: "0x80", hash: wordOf(9), timestamp: "0x1", baseFeePerGas: "0x1" };
    return method === "eth_getTransactionByHash" ? null : "0x1";
  };
  const sizeOf = ({ method, params }: { method: string; params: unknown[] }): number => {
    if (method !== "eth_getTransactionReceipt") return 500;
    return Number(params[0]) <= hostile ? hostileBytes : 20_000;
  };
  const fetch: FetchLike = async (_url, init) => {
    requests += 1;
    const calls: { id: number; method: string; params: unknown[] }[] = JSON.parse(
      String(init.body),
    );
    const size = calls.reduce((sum, call) => sum + sizeOf(call), 0);
    const replies = calls.map((call) => ({ jsonrpc: "2.0", id: call.id, result: resultOf(call) }));
    return new Response(JSON.stringify(replies), { headers: { "content-length": String(size) } });
  };
  const rpc = createRpc({
    urls: ["https://a.example", "https://b.example"],
    fetch,
    timeoutMs: 5_000,
    spare: { left: 96 },
  });
  const receipts = createReceiptPoller({
    chainId: 8453,
    rpc,
    clock: { nowMs: () => 0 },
    sleep: async () => {},
  });
  const attempts = Array.from({ length: 40 }, (_, index) =>
    attemptOf(index + 1, index < hostile ? 16_250_000n : 600_000n),
  );
  const chain = { chainId: 8453, rpc, receipts } as ChainDeps;
  return { chain, attempts, requests: () => requests };
}

/** How often each decision was made, of the hostile attempts and of the others. */
function decided(
  observations: Awaited<ReturnType<typeof observeAttempts>>,
  hostile: number,
): Record<string, number>[] {
  const tally = (some: typeof observations) => {
    const counts: Record<string, number> = {};
    for (const observation of some) {
      const decision = decideAttempt(observation);
      const name = decision.kind === "wait" ? `wait: ${decision.reason}` : decision.kind;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };
  return [tally(observations.slice(0, hostile)), tally(observations.slice(hostile))];
}

test("behavior: three swaps that log 1.5 MB each are followed up, and everybody else", async () => {
  const { chain, attempts, requests } = setUp({ hostile: 3, hostileBytes: 3 * MIB });
  const observations = await observeAttempts(chain, attempts, 1_000);
  expect(decided(observations, 3)).toEqual([{ mined: 3 }, { mined: 37 }]);
  // 162 calls in two batches. The first, with all three, is cut by weight: everybody else and one
  // of them (3 MiB), then two (6 MiB).
  expect(requests()).toBe(4);
});

test("behavior: twenty unreadable receipts keep no other twenty from being followed", async () => {
  const { chain, attempts, requests } = setUp({ hostile: 20, hostileBytes: 9 * MIB });
  const observations = await observeAttempts(chain, attempts, 1_000);
  expect(decided(observations, 20)).toEqual([{ [UNREAD]: 20 }, { mined: 20 }]);
  expect(decided(observations, 20).some((counts) => WAITS in counts)).toBe(false);
  // Two batches, and at most eight requests more for each.
  expect(requests()).toBeLessThanOrEqual(18);
});

test("behavior: ended attempts are watched on beside them", async () => {
  const { chain, attempts } = setUp({ hostile: 20, hostileBytes: 9 * MIB });
  const ended = attempts.map(
    (attempt): Attempt => ({
      ...attempt,
      status: "confirmed",
      blockNumber: "100",
      blockHash: wordOf(7),
    }),
  );
  const observations = await observeWatched(chain, ended, 1_000);
  const read = ended.map((attempt) => observations.get(attempt)?.receipts[0]?.hash);
  expect(read).toEqual(ended.map((_, index) => (index < 20 ? undefined : wordOf(index + 1))));
});

test("behavior: slices of the same time see their own receipts", async () => {
  const { chain, attempts } = setUp({ hostile: 20, hostileBytes: 9 * MIB });
  const outcomes = await Promise.all(
    attempts.map(
      async ({ gas }, index) =>
        (await chain.receipts.confirmed(wordOf(index + 1), BigInt(gas)))?.hash,
    ),
  );
  expect(outcomes).toEqual(
    attempts.map((_, index) => (index < 20 ? undefined : wordOf(index + 1))),
  );
});
