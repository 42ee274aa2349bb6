import { expect, test } from "vitest";
import { closeAttempt } from "../../../src/store/scripts/close-attempt.ts";
import { finishSlice } from "../../../src/store/scripts/finish-slice.ts";
import { markAttempt } from "../../../src/store/scripts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/scripts/prepare-attempt.ts";
import { recordDeepReorg } from "../../../src/store/scripts/record-deep-reorg.ts";
import { settleWatched } from "../../../src/store/scripts/settle-watched.ts";
import { eachRedis } from "./support/each-redis.ts";
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

eachRedis((redis) => {
  test("default: what a block decided is watched from then on, and given out again after each look", async () => {
    const store = redis().store();
    const { attempt } = await endedSlice(store);
    const { watched, attempts } = await claim(store, T0 + 1);
    expect(attempts).toEqual([]);
    expect(watched).toMatchObject([{ attempt: { id: attempt.id, status: "confirmed", ...block }, paired: false }]);
    expect((await claim(store, T0 + 1 + LEASE_MS)).watched).toEqual([]);
    expect((await claim(store, T0 + 2 + LEASE_MS)).watched).toHaveLength(1);
  });

  test("behavior: what was never sent, or ended without a block, is not watched", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    await store.run(finishSlice, confirmation(slice));
    expect((await claim(store, T0 + 1)).watched).toEqual([]);
  });

  test("behavior: another block is watched in its place; watched long enough, it is let go", async () => {
    const store = redis().store();
    const { attempt } = await endedSlice(store);
    const moved = { attemptId: attempt.id, blockNumber: "101", blockHash: newHash() };
    const settle = { chainId: 8453 as const, done: [], moved: [] };
    await store.run(settleWatched, { ...settle, moved: [moved, { ...moved, attemptId: "call:unknown" }] });
    expect(await store.command("EXISTS", store.keys.attempt("call:unknown"))).toBe(0);
    const { attemptId: _, ...expected } = moved;
    expect((await claim(store, T0 + 1)).watched).toMatchObject([{ attempt: expected }]);
    await store.run(settleWatched, { ...settle, done: [attempt.id] });
    expect((await claim(store, T0 + 9 * LEASE_MS)).watched).toEqual([]);
  });

  test("behavior: a deep reorg freezes the vault, tells the audit and the operator once, and stops the watch", async () => {
    const store = redis().store();
    const slice = await endedSlice(store);
    const { vault, operator, agent } = slice;
    const reorg = reorgOf(slice);
    expect(await store.run(recordDeepReorg, reorg)).toEqual({ changed: true });
    const before = await store.snapshot();
    expect(before[`frozen:${vault}`]).toBe(String(T0));
    expect(before[`outbox-of:${operator}`]).toEqual([reorg.alarm.id]);
    const audit = before[`audit:8453:${vault}`] as string[];
    expect(audit.filter((entry) => entry.includes('"deep_reorg"'))).toEqual([audit.at(-1)]);
    expect(before[`lane-watched:8453:${agent}`]).toBeUndefined();
    expect(before["attempts-watched:8453"]).toBeUndefined();
    expect(await store.run(recordDeepReorg, reorg)).toEqual({ changed: false });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: the claim tells an open attempt which nonces of its wallet are watched, until a reorg gave them back", async () => {
    const store = redis().store();
    const slice = await endedSlice(store);
    const { id: _, orderId: __, sliceNumber: ___, ...call } = slice.attempt;
    const next = { ...call, id: "call:next", nonce: 1, hashes: [newHash()] };
    expect(await store.run(prepareAttempt, { attempt: next, chainNonce: 1, nextCheckMs: T0 })).toMatchObject({
      ok: true,
    });
    const lane = { lowestOpen: 1, watchedNonces: [0] };
    const { attempts, token } = await claim(store, T0 + 1);
    expect(attempts).toMatchObject([{ attempt: { id: "call:next" }, ...lane }]);
    await store.run(recordDeepReorg, reorgOf(slice));
    await store.run(markAttempt, { attemptId: "call:next", leaseToken: token, nextCheckMs: T0 + 2, nowMs: T0 + 2 });
    expect((await claim(store, T0 + 3)).attempts).toMatchObject([{ ...lane, watchedNonces: [] }]);
    await store.run(closeAttempt, { attempt: { record: { ...next, status: "replaced", ...block } } });
    expect((await claim(store, T0 + 4)).watched).toMatchObject([{ attempt: { id: "call:next" } }]);
  });
});
