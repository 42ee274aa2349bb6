import { expect, test } from "vitest";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { runShard } from "../../../src/schedule/run-shard.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { recordDeepReorg } from "../../../src/store/attempts/record-deep-reorg.ts";
import { settleWatched } from "../../../src/store/attempts/settle-watched.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { readEvents } from "../../../src/store/orders/read-events.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claim, confirmation, LEASE_MS, preparedOrder } from "./support/steps.ts";

const block = { blockNumber: "100", blockHash: newHash() };

/** A slice that block 100 confirmed, closed at T0. */
async function endedSlice(store: TestStore) {
  const slice = await preparedOrder(store);
  const done = confirmation(slice);
  const ended = { ...done, attempt: { record: { ...done.attempt.record, ...block } } };
  expect(await store.run(finishSlice, ended)).toMatchObject({ ok: true });
  return slice;
}

const reorgOf = ({ vault, operator, attempt }: Awaited<ReturnType<typeof endedSlice>>) => ({
  chainId: 8453 as const,
  vault,
  attemptId: attempt.id,
  facts: {
    kind: "deep_reorg" as const,
    actor: "scheduler" as const,
    attempt: attempt.id,
    recorded: { status: "confirmed", ...block },
    found: { status: "missing" },
  },
  alarm: { id: `${attempt.id}:deep_reorg`, operator, dueMs: T0, payload: { kind: "deep_reorg" } },
});

/** An ended slice and copies of its attempt, `count` in all, watched from T0 on. */
async function endedSlices(store: TestStore, count: number) {
  const { attempt } = await endedSlice(store);
  const fields = (await store.command("HGETALL", store.keys.attempt(attempt.id))) as string[];
  for (let i = 1; i < count; i += 1) {
    await store.command("HSET", store.keys.attempt(`${attempt.id}-${i}`), ...fields);
    await store.command("ZADD", store.keys.attemptsWatched(8453), T0, `${attempt.id}-${i}`);
  }
}

eachRedis((redis) => {
  test("default: what a block decided is watched, given out again after each look", async () => {
    const store = redis().store();
    const { attempt } = await endedSlice(store);
    const { watched, attempts } = await claim(store, T0 + 1);
    expect(attempts).toEqual([]);
    expect(watched).toMatchObject([
      { attempt: { id: attempt.id, status: "confirmed", ...block }, paired: false },
    ]);
    expect((await claim(store, T0 + 1 + LEASE_MS)).watched).toEqual([]);
    expect((await claim(store, T0 + 2 + LEASE_MS)).watched).toHaveLength(1);
  });

  test("behavior: what was never sent, or ended without a block, is not watched", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    await store.run(finishSlice, confirmation(slice));
    expect((await claim(store, T0 + 1)).watched).toEqual([]);
  });

  test("behavior: those beyond four times the limit are left, and the claim says so", async () => {
    const store = redis().store();
    await endedSlices(store, 9);
    const claims = [];
    for (let i = 0; i < 3; i += 1) claims.push(await claim(store, T0 + 1, { limit: 1 }));
    const of = (watched: number) => [{ chainId: 8453, orders: 0, attempts: 0, watched }];
    expect(claims.map(({ watched, left }) => [watched.length, left])).toEqual([
      [4, of(5)],
      [4, of(1)],
      [1, []],
    ]);
  });

  test("behavior: after a burst, a tick and its shard look at every ended attempt", async () => {
    const store = redis().store();
    await endedSlices(store, 170);
    const queued: QueuedCall[] = [];
    const publisher = {
      publish: async (calls: readonly QueuedCall[]) => void queued.push(...calls),
    };
    const deps = storeDeps({
      redis: store.redis,
      keys: store.keys,
      nowMs: () => T0 + 1,
      publisher,
    });
    const waiting = () => store.command("ZCOUNT", store.keys.attemptsWatched(8453), "-inf", T0);
    expect(await runTick(deps, { jti: "tick" })).toMatchObject({
      slices: 0,
      resolved: 0,
      shards: 1,
      more: true,
    });
    expect(await waiting()).toBe(90);
    expect(
      await runShard(deps, { jti: "shard", chainIds: [8453], shard: 0, tick: T0 + 1 }),
    ).toMatchObject({
      more: false,
    });
    expect([await waiting(), queued.length]).toEqual([0, 1]);
  });

  test("behavior: no queue: the tick goes on until every ended attempt was looked at", async () => {
    const store = redis().store();
    await endedSlices(store, 170);
    const deps = storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => T0 + 1 });
    expect(await runTick(deps, { jti: "tick" })).toMatchObject({
      slices: 0,
      resolved: 0,
      shards: 0,
      more: false,
    });
    expect(await store.command("ZCOUNT", store.keys.attemptsWatched(8453), "-inf", T0)).toBe(0);
  });

  test("behavior: another block is watched instead, and let go once long enough", async () => {
    const store = redis().store();
    const { attempt } = await endedSlice(store);
    const moved = {
      attemptId: attempt.id,
      blockNumber: "101",
      blockHash: newHash(),
      hash: newHash(),
    };
    const settle = { chainId: 8453 as const, done: [], moved: [] };
    await store.run(settleWatched, {
      ...settle,
      moved: [moved, { ...moved, attemptId: "call:unknown" }],
    });
    expect(await store.command("EXISTS", store.keys.attempt("call:unknown"))).toBe(0);
    const { attemptId: _, hash: __, ...expected } = moved;
    expect((await claim(store, T0 + 1)).watched).toMatchObject([{ attempt: expected }]);
    await store.run(settleWatched, { ...settle, done: [attempt.id] });
    expect((await claim(store, T0 + 9 * LEASE_MS)).watched).toEqual([]);
  });

  test("behavior: deep reorgs freeze, tell audit and operator once, end the watch", async () => {
    const store = redis().store();
    const slice = await endedSlice(store);
    const { vault, operator, agent } = slice;
    const reorg = reorgOf(slice);
    await pairTelegram(store, operator);
    expect(await store.run(recordDeepReorg, reorg)).toEqual({ changed: true });
    const before = await store.snapshot();
    expect(before[`frozen:${vault}`]).toBe(String(T0));
    expect(before[`outbox-of:telegram:${operator}`]).toEqual([reorg.alarm.id]);
    const { events } = await store.run(readEvents, { vault });
    expect(events[0]).toEqual({
      type: "freeze",
      timestamp: T0,
      chainId: 8453,
      frozen: true,
      by: "reorg",
    });
    const audit = before[`audit:8453:${vault}`] as string[];
    expect(audit.filter((entry) => entry.includes('"deep_reorg"'))).toEqual([audit.at(-1)]);
    expect(before[`lane-watched:8453:${agent}`]).toBeUndefined();
    expect(before["attempts-watched:8453"]).toBeUndefined();
    expect(await store.run(recordDeepReorg, reorg)).toEqual({ changed: false });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: a claim tells an open attempt the watched nonces, till a reorg", async () => {
    const store = redis().store();
    const slice = await endedSlice(store);
    const { id: _, orderId: __, sliceNumber: ___, ...call } = slice.attempt;
    const next = { ...call, id: "call:next", nonce: 1, hashes: [newHash()] };
    expect(
      await store.run(prepareAttempt, { attempt: next, chainNonce: 1, nextCheckMs: T0 }),
    ).toMatchObject({
      ok: true,
    });
    const nonceQueue = { lowestOpen: 1, watchedNonces: [0] };
    const { attempts, token } = await claim(store, T0 + 1);
    expect(attempts).toMatchObject([{ attempt: { id: "call:next" }, ...nonceQueue }]);
    await store.run(recordDeepReorg, reorgOf(slice));
    await store.run(markAttempt, {
      attemptId: "call:next",
      leaseToken: token,
      nextCheckMs: T0 + 2,
      nowMs: T0 + 2,
    });
    expect((await claim(store, T0 + 3)).attempts).toMatchObject([
      { ...nonceQueue, watchedNonces: [] },
    ]);
    await store.run(closeAttempt, {
      attempt: { record: { ...next, status: "replaced", ...block } },
    });
    expect((await claim(store, T0 + 4)).watched).toMatchObject([{ attempt: { id: "call:next" } }]);
  });
});
