import type { Hash } from "viem";
import { expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import { observeWatched } from "../../../src/attempts/observe-watched.ts";
import { callAttempt, HASH } from "../pipeline/support/call-attempt.ts";
import { type Bench, executionBench } from "../pipeline/support/execution-bench.ts";

const OTHER = `0x${"77".repeat(20)}` as const;
const SECOND: Hash = `0x${"ef".repeat(32)}`;
const FREEING: Hash = `0x${"cd".repeat(32)}`;
const BLOCK = 39_999_990;

const ended = (bench: Bench, changes: Partial<Attempt> = {}): Attempt =>
  callAttempt(bench, {
    status: "confirmed",
    blockNumber: String(BLOCK),
    blockHash: bench.chain.hashOf(BLOCK),
    ...changes,
  });
const receipt = (bench: Bench, hash: Hash) => ({
  result: {
    transactionHash: hash,
    status: "0x1",
    blockNumber: `0x${BLOCK.toString(16)}`,
    blockHash: bench.chain.hashOf(BLOCK),
    from: bench.agent,
    to: bench.vault,
    gasUsed: "0x1",
    effectiveGasPrice: "0x1",
    logs: [],
  },
});
const look = async (bench: Bench, attempts: Attempt[], nowMs = bench.startMs) => {
  const observations = await observeWatched(bench.chainDeps, attempts, nowMs);
  return attempts.map((attempt) => observations.get(attempt));
};

test("behavior: with nothing to observe no request is made", async () => {
  const bench = await executionBench();
  expect(await look(bench, [])).toEqual([]);
  expect(bench.requests).toEqual([]);
});

test("default: one whose receipt stands needs no second request", async () => {
  const bench = await executionBench();
  bench.answer("eth_getTransactionReceipt", receipt(bench, HASH));
  expect(await look(bench, [ended(bench, { nonce: 4 })], bench.startMs + 5_000)).toEqual([
    {
      status: "confirmed",
      nonce: 4,
      blockNumber: BigInt(BLOCK),
      blockHash: bench.chain.hashOf(BLOCK),
      confirmations: 1n,
      ageMs: 5_000,
      head: 40_000_000n,
      chainNonce: 0,
      receipts: [expect.objectContaining({ hash: HASH, blockNumber: BigInt(BLOCK) })],
      freeingReceipts: [],
      blockHashNow: undefined,
    },
  ]);
  expect(bench.requests).toHaveLength(3);
  expect(bench.names().toSorted()).toEqual([
    "eth_getBlockByNumber",
    "eth_getTransactionCount",
    "eth_getTransactionReceipt",
  ]);
});

test("behavior: each receipt weighs its attempt's gas, cutting too large a batch", async () => {
  const bench = await executionBench();
  const heavy = ended(bench, { gas: "16250000", hashes: [SECOND], freeingHashes: [FREEING] });
  await look(bench, [heavy, ended(bench)]);
  const asked = bench.requests.flat().filter(({ name }) => name === "eth_getTransactionReceipt");
  expect(asked.map(({ params, weight }) => [params[0], weight])).toEqual([
    [SECOND, 16_250_000],
    [FREEING, 16_250_000],
    [HASH, 250_000],
  ]);
});

test("behavior: where all receipts are missing the block that is there is asked for", async () => {
  const bench = await executionBench();
  const [observation] = await look(bench, [
    ended(bench, { hashes: [HASH, SECOND], freeingHashes: [FREEING] }),
  ]);
  expect(observation).toMatchObject({
    receipts: [null, null],
    freeingReceipts: [null],
    blockHashNow: bench.chain.hashOf(BLOCK),
  });
  expect(bench.requests.at(-1)?.map(({ params }) => params)).toEqual([
    [`0x${BLOCK.toString(16)}`, false],
  ]);
});

test.each([
  ["a replacement's", SECOND],
  ["that of what freed the nonce", FREEING],
])("behavior: %s receipt is one", async (_what, hash) => {
  const bench = await executionBench();
  bench.answer("eth_getTransactionReceipt", ({ params }) =>
    params[0] === hash ? receipt(bench, hash) : undefined,
  );
  const [observation] = await look(bench, [
    ended(bench, { hashes: [HASH, SECOND], freeingHashes: [FREEING] }),
  ]);
  expect(observation?.blockHashNow).toBeUndefined();
  expect(
    [...(observation?.receipts ?? []), ...(observation?.freeingReceipts ?? [])].map(
      (one) => one?.hash,
    ),
  ).toEqual([HASH, SECOND, FREEING].map((one) => (one === hash ? hash : undefined)));
  expect(bench.names().filter((name) => name === "eth_getBlockByNumber")).toHaveLength(1);
});

test("behavior: many attempts: each wallet and each hash once, each its own answers", async () => {
  const bench = await executionBench();
  bench.answer("eth_getTransactionCount", ({ params }) => ({
    result: params[0] === OTHER ? "0x9" : "0x1",
  }));
  bench.answer("eth_getTransactionReceipt", ({ params }) =>
    params[0] === HASH ? receipt(bench, HASH) : params[0] === SECOND ? "silent" : undefined,
  );
  const attempts = [
    ended(bench, { id: "a" }),
    ended(bench, { id: "b", status: "reverted", hashes: [SECOND] }),
    ended(bench, {
      id: "c",
      status: "replaced",
      agent: OTHER,
      hashes: [FREEING],
      freeingHashes: [FREEING],
    }),
    ended(bench, { id: "d", hashes: [HASH], blockNumber: String(BLOCK + 1) }),
  ];
  expect(await look(bench, attempts)).toMatchObject([
    { status: "confirmed", chainNonce: 1, receipts: [{ hash: HASH }], blockHashNow: undefined },
    // Unread is not missing, but the block may be looked at: nothing is decided while a receipt is
    // unread.
    { status: "reverted", chainNonce: 1, receipts: [undefined] },
    {
      status: "replaced",
      chainNonce: 9,
      receipts: [null],
      blockHashNow: bench.chain.hashOf(BLOCK),
    },
    {
      status: "confirmed",
      chainNonce: 1,
      receipts: [{ hash: HASH }],
      blockNumber: BigInt(BLOCK + 1),
    },
  ]);
  const count = (name: string) => bench.names().filter((one) => one === name).length;
  expect([count("eth_getTransactionCount"), count("eth_getTransactionReceipt")]).toEqual([2, 3]);
});

test("behavior: what could not be read is unknown", async () => {
  const bench = await executionBench();
  for (const name of [
    "eth_getBlockByNumber",
    "eth_getTransactionCount",
    "eth_getTransactionReceipt",
  ])
    bench.answer(name, "silent");
  expect(await look(bench, [ended(bench)])).toMatchObject([
    { head: null, chainNonce: null, receipts: [undefined], blockHashNow: undefined },
  ]);
});

test("behavior: without a block, or not ended, there is nothing to compare", async () => {
  const bench = await executionBench();
  const attempts = [
    ended(bench, { blockNumber: undefined }),
    ended(bench, { blockHash: undefined }),
    ended(bench, { status: "sent" }),
    ended(bench, { status: "prepared" }),
    ended(bench, { status: "never_sent" }),
    ended(bench),
  ];
  const observations = await look(bench, attempts);
  expect(observations.map((observation) => observation === undefined)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test("behavior: the confirmations are the chain's", async () => {
  const bench = await executionBench({ chainId: 137 });
  expect(await look(bench, [ended(bench, { chainId: 137 })])).toMatchObject([
    { confirmations: 5n },
  ]);
});
