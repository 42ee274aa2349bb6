import { type Address, type Hash, type Hex, keccak256, pad, stringToHex, toHex } from "viem";
import { describe, expect, test } from "vitest";
import type { Attempt, AttemptSwap } from "../../../schemas/attempt.ts";
import { watchAttempts } from "../../../src/attempts/watch-attempts.ts";
import { finalAttemptOf } from "../../../src/pipeline/final-attempt-of.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { callAttempt, HASH } from "../pipeline/support/call-attempt.ts";
import { type Bench, executionBench } from "../pipeline/support/execution-bench.ts";

/** Where the attempt was counted; the bench's head is ten blocks above. */
const BLOCK = 39_999_990;
const GONE: Hash = `0x${"99".repeat(32)}`;
const FREEING: Hash = `0x${"cd".repeat(32)}`;
const TRANSFER = keccak256(stringToHex("Transfer(address,address,uint256)"));

/**
 * A direct call that was counted in block BLOCK (of a hash that a reorg may have replaced), watched
 * by the store.
 */
async function counted(changes: Partial<Attempt> = {}, prepared: Partial<Attempt> = {}) {
  const bench = await executionBench();
  const { deps, keys, startMs } = bench;
  const at = { requestId: "p", nowMs: startMs };
  const open = callAttempt(bench, prepared);
  const written = await prepareAttempt.run(deps.redis, keys, {
    ...{ ...at, attempt: open, chainNonce: 0, nextCheckMs: startMs },
  });
  if (!written.ok) throw new Error(written.code);
  const block = { blockNumber: String(BLOCK), blockHash: bench.chain.hashOf(BLOCK) };
  const attempt: Attempt = { ...open, status: "confirmed", ...block, ...changes };
  const closed = await closeAttempt.run(deps.redis, keys, {
    ...at,
    requestId: "c",
    attempt: finalAttemptOf(attempt),
  });
  if (!closed.ok) throw new Error(closed.code);
  bench.scripts.length = 0;
  return { bench, attempt };
}

type Found = { hash?: Hash; block?: number; status?: "0x0" | "0x1"; logs?: object[] };
/** The chain has this of the attempt, and nothing of its other hashes. */
const has = (bench: Bench, { hash = HASH, block = BLOCK, status = "0x1", logs = [] }: Found) =>
  bench.answer("eth_getTransactionReceipt", ({ params }) => ({
    result:
      params[0] === hash
        ? {
            ...{
              transactionHash: hash,
              status,
              blockNumber: toHex(block),
              blockHash: bench.chain.hashOf(block),
            },
            ...{
              from: bench.agent,
              to: bench.vault,
              gasUsed: "0x1",
              effectiveGasPrice: "0x1",
              logs,
            },
          }
        : null,
  }));
const look = ({ deps }: Bench, attempt: Attempt, paired = true) =>
  watchAttempts(deps, [{ attempt, paired }]);
const isFrozen = ({ command, keys, vault }: Bench) => command("EXISTS", keys.frozen(vault)) === 1;
const isWatched = ({ command, keys }: Bench, { id }: Attempt) =>
  command("ZSCORE", keys.attemptsWatched(8453), id) !== null;
const told = ({ command, keys, operator }: Bench) =>
  command("LRANGE", keys.outboxOf("telegram", operator), 0, -1);
/** The facts of the newest entry of the vault's audit log. */
const audited = ({ command, keys, vault }: Bench) => {
  const entry = String((command("LRANGE", keys.audit(8453, vault), -1, -1) as string[])[0]);
  return JSON.parse(entry.slice(entry.indexOf("{")));
};

describe("what the chain still has as it was counted", () => {
  test("default: nothing is written, it is looked at again", async () => {
    const { bench, attempt } = await counted();
    has(bench, {});
    expect(await look(bench, attempt)).toEqual(new Set());
    expect([bench.scripts, bench.logged, isWatched(bench, attempt)]).toEqual([[], [], true]);
  });

  test("behavior: deep and ten minutes old it is watched no more", async () => {
    const { bench, attempt } = await counted();
    has(bench, {});
    bench.pass(600_000);
    expect(await look(bench, attempt)).toEqual(new Set());
    expect(bench.scripts).toEqual([
      { name: "settle-watched", input: { chainId: 8453, done: [attempt.id], moved: [] } },
    ]);
    expect([isWatched(bench, attempt), isFrozen(bench)]).toEqual([false, false]);
  });

  test("behavior: one without a block has nothing to be compared, and is let go", async () => {
    const { bench, attempt } = await counted();
    const { blockHash: _, ...blockless } = attempt;
    expect(await look(bench, blockless)).toEqual(new Set());
    expect(bench.scripts).toEqual([
      { name: "settle-watched", input: { chainId: 8453, done: [attempt.id], moved: [] } },
    ]);
  });

  test("behavior: the same outcome in another block is watched there", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE });
    has(bench, { block: BLOCK + 2 });
    expect(await look(bench, attempt)).toEqual(new Set());
    const moved = { blockNumber: String(BLOCK + 2), blockHash: bench.chain.hashOf(BLOCK + 2) };
    expect(bench.scripts).toEqual([
      {
        name: "settle-watched",
        input: {
          chainId: 8453,
          done: [],
          moved: [{ attemptId: attempt.id, ...moved, hash: HASH }],
        },
      },
    ]);
    expect(bench.read(bench.keys.attempt(attempt.id))).toMatchObject(moved);
    expect([isWatched(bench, attempt), isFrozen(bench)]).toEqual([true, false]);
  });
});

describe("what the chain took back", () => {
  test("error: nonce unused, it is missing: vault frozen, log and operator know", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE });
    bench.command(
      "MSET",
      bench.keys.channels(bench.operator),
      "telegram",
      bench.keys.pairing("telegram", bench.operator),
      "{}",
    );
    expect(await look(bench, attempt)).toEqual(new Set([bench.vault]));
    expect([isFrozen(bench), isWatched(bench, attempt)]).toEqual([true, false]);
    expect(audited(bench)).toEqual({
      kind: "deep_reorg",
      actor: "scheduler",
      attempt: attempt.id,
      recorded: { status: "confirmed", blockNumber: String(BLOCK), blockHash: GONE },
      found: { status: "missing" },
    });
    const id = `${attempt.id}:deep_reorg`;
    expect(told(bench)).toEqual([id]);
    expect(bench.scripts.map(({ name }) => name)).toEqual(["record-deep-reorg"]);
    const { alarm, ...input } = bench.scripts[0]!.input as { alarm: { payload: string } };
    expect(input).toMatchObject({ chainId: 8453, vault: bench.vault, attemptId: attempt.id });
    expect(alarm).toMatchObject({ id, operator: bench.operator, dueMs: bench.startMs });
    expect(JSON.parse(alarm.payload)).toEqual({
      ...{ kind: "deep_reorg", id, vault: bench.vault, chainId: 8453, operator: bench.operator },
      ...{ createdAt: bench.startMs, hash: HASH, blockNumber: String(BLOCK) },
    });
    expect(bench.logged).toEqual([
      ["deep_reorg", { vault: bench.vault, chainId: 8453, attempt: attempt.id, found: "missing" }],
    ]);
  });

  test("behavior: the operator is told which order's, by the last signed transaction", async () => {
    const hashes: Hash[] = [`0x${"12".repeat(32)}`, HASH];
    const { bench, attempt } = await counted({ blockHash: GONE }, { hashes });
    await look(bench, { ...attempt, orderId: 7 });
    const { alarm } = bench.scripts[0]!.input as { alarm: { payload: string } };
    expect(JSON.parse(alarm.payload)).toMatchObject({ orderId: 7, hash: HASH });
  });

  test("behavior: an operator without a channel is not written to", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE });
    await look(bench, attempt, false);
    expect(bench.scripts[0]?.input.alarm).toBeUndefined();
    expect([isFrozen(bench), told(bench)]).toEqual([true, []]);
  });

  test.each<[string, Found, Partial<Attempt>, string]>([
    ["reverts now", { status: "0x0" }, {}, "reverted"],
    ["passed after all", {}, { status: "reverted" }, "confirmed"],
    ["was freed instead", { hash: FREEING }, {}, "replaced"],
  ])(
    "error: one that %s is found in the block where it is",
    async (_what, found, changes, status) => {
      const { bench, attempt } = await counted({ blockHash: GONE, ...changes });
      has(bench, { block: BLOCK + 1, ...found });
      const watched = { ...attempt, freeingHashes: [FREEING] };
      expect(await look(bench, watched)).toEqual(new Set([bench.vault]));
      expect(audited(bench)).toMatchObject({
        recorded: { status: attempt.status },
        found: { status, blockNumber: String(BLOCK + 1), blockHash: bench.chain.hashOf(BLOCK + 1) },
      });
      expect(bench.logged).toMatchObject([["deep_reorg", { found: status }]]);
      expect(isFrozen(bench)).toBe(true);
    },
  );

  test("behavior: what only filled a nonce gap moved nothing: its vault runs on", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE, status: "replaced" });
    expect(await look(bench, { ...attempt, to: attempt.agent })).toEqual(new Set([bench.vault]));
    expect(bench.scripts).toEqual([
      { name: "settle-watched", input: { chainId: 8453, done: [attempt.id], moved: [] } },
    ]);
    expect([isFrozen(bench), bench.logged]).toEqual([false, []]);
  });
});

describe("what it ordered of a venue", () => {
  const follow = { family: "perp_b", summary: "Buy 1 ETH", ordered: { cloid: "0x01" } } as const;
  const statusOf = (bench: Bench, { id }: Attempt) =>
    bench.command("HGET", bench.keys.venueOrder(id), "status");

  test("behavior: taken back, end unknown, told with the freeze, by no silent node", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE }, { follow });
    expect(statusOf(bench, attempt)).toBe("waiting");
    bench.command(
      "MSET",
      bench.keys.channels(bench.operator),
      "telegram",
      bench.keys.pairing("telegram", bench.operator),
      "{}",
    );
    await look(bench, attempt);
    expect([statusOf(bench, attempt), isFrozen(bench)]).toEqual(["unknown", true]);
    expect(told(bench)).toEqual([`${attempt.id}:deep_reorg`, `venue_order:${attempt.id}:end`]);
    expect(audited(bench)).toMatchObject({
      ...{ kind: "venue_order_ended", attempt: attempt.id, status: "unknown" },
      reason: expect.stringContaining("POST /api/vault/unfreeze"),
    });
  });

  test("behavior: mined again in another block by another hash, it follows that one", async () => {
    const hashes: Hash[] = [`0x${"12".repeat(32)}`, HASH];
    const { bench, attempt } = await counted(
      { blockHash: GONE, minedHash: hashes[0]! },
      { hashes, follow },
    );
    const hashNow = () => bench.command("HGET", bench.keys.venueOrder(attempt.id), "hash");
    expect(hashNow()).toBe(hashes[0]);
    has(bench, { block: BLOCK + 2 });
    await look(bench, attempt);
    expect([hashNow(), statusOf(bench, attempt)]).toEqual([HASH, "waiting"]);
  });
});

describe("a swap in another block", () => {
  const [SOLD, BOUGHT]: [Address, Address] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`];
  const swap: AttemptSwap = {
    ...{ venue: "uniswap", tokenIn: SOLD, tokenOut: BOUGHT, decimalsIn: 6, decimalsOut: 18 },
    ...{ symbolIn: "USDC", symbolOut: "WETH", amountInBase: "100", amountOutBase: "1000" },
    ...{ maxInBase: "105", minOutBase: "990" },
  };
  const amounts = { soldBase: "100", boughtBase: "1000", estimated: false };
  const transfer = (token: Address, from: Address, to: Address, amount: number) => ({
    address: token,
    topics: [TRANSFER, pad(from), pad(to)] as Hex[],
    data: toHex(amount, { size: 32 }),
  });
  const POOL: Address = `0x${"9".repeat(40)}`;

  test.each<[string, number, number, Partial<Attempt>, boolean]>([
    ["the same amounts are the same swap", 100, 1_000, { amounts }, true],
    ["one more that left is another", 101, 1_000, { amounts }, false],
    ["one less that arrived is another", 100, 999, { amounts }, false],
    // Below the least that the calldata allows: such a receipt is not believed.
    [
      "what can only be estimated now says nothing",
      100,
      900,
      { amounts: { ...amounts, boughtBase: "995" } },
      true,
    ],
    [
      "what was counted as an estimate says nothing",
      101,
      1_000,
      { amounts: { ...amounts, estimated: true } },
      true,
    ],
    ["without amounts there is nothing to compare", 101, 1_000, {}, true],
  ])("behavior: %s", async (_what, left, came, changes, isSame) => {
    const { bench, attempt } = await counted({ blockHash: GONE });
    const logs = [
      transfer(SOLD, bench.vault, POOL, left),
      transfer(BOUGHT, POOL, bench.vault, came),
    ];
    has(bench, { block: BLOCK + 1, logs });
    const lost = await look(bench, { ...attempt, swap, ...changes });
    expect(lost).toEqual(new Set(isSame ? [] : [bench.vault]));
    expect(bench.scripts.map(({ name }) => name)).toEqual([
      isSame ? "settle-watched" : "record-deep-reorg",
    ]);
    if (!isSame) expect(audited(bench)).toMatchObject({ found: { status: "confirmed" } });
  });

  test("behavior: one that reverted moved nothing in either block", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE, status: "reverted" });
    has(bench, { block: BLOCK + 1, status: "0x0" });
    expect(await look(bench, { ...attempt, swap, amounts })).toEqual(new Set());
    expect(bench.scripts.map(({ name }) => name)).toEqual(["settle-watched"]);
  });
});

describe("several chains and attempts", () => {
  test("behavior: a chain that fails is logged, and the others are looked after", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE });
    const elsewhere = { ...attempt, id: "call:R-2", chainId: 10 as const };
    const lost = await watchAttempts(bench.deps, [
      { attempt: elsewhere, paired: true },
      { attempt, paired: true },
    ]);
    expect(lost).toEqual(new Set([bench.vault]));
    expect(bench.logged).toMatchObject([
      ["slice_error", { name: "watched on 10", cause: "Error: asked for chain 10" }],
      ["deep_reorg", { attempt: attempt.id }],
    ]);
  });

  test("behavior: what is taken back and what is done are each written, in one look", async () => {
    const { bench, attempt } = await counted({ blockHash: GONE });
    const { blockHash: _, ...blockless } = { ...attempt, id: "call:R-2" };
    const watched = [blockless, attempt].map((one) => ({ attempt: one, paired: false }));
    expect(await watchAttempts(bench.deps, watched)).toEqual(new Set([bench.vault]));
    expect(bench.scripts).toMatchObject([
      { name: "record-deep-reorg", input: { attemptId: attempt.id } },
      { name: "settle-watched", input: { done: ["call:R-2"], moved: [] } },
    ]);
  });

  test("behavior: without any there is nothing to ask", async () => {
    const bench = await executionBench();
    expect(await watchAttempts(bench.deps, [])).toEqual(new Set());
    expect([bench.requests, bench.scripts]).toEqual([[], []]);
  });
});
