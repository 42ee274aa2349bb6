import { expect, test } from "vitest";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { eachRedis } from "./support/each-redis.ts";
import { T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  attemptFor,
  claim,
  claimedOrder,
  create,
  due,
  LIMITS,
  newParty,
  type Party,
} from "./support/steps.ts";

const START = T0 + 3_600_000;
/** Its first slice was skipped, which has anchored it at its start (decision D39). */
const SKIPPED = {
  startAt: START,
  anchorMs: START,
  pointIndex: 1,
  skippedSlices: [1],
  skippedBase: "20000000",
};

async function pausedAndResumed(store: TestStore, { vault, operator }: Party, nowMs: number) {
  const call = { vault, operator, chainIds: [8453] as const, id: 1 };
  expect(await store.run(pauseOrder, { kind: "twap", ...call, nowMs })).toMatchObject({
    ok: true,
    changed: true,
  });
  expect(await store.run(resumeOrder, { ...call, nowMs, dueMs: nowMs, ...LIMITS })).toMatchObject({
    ok: true,
  });
}

eachRedis((redis) => {
  test.each([
    ["its first slice skipped, paused and resumed", SKIPPED],
    ["paused and resumed", { startAt: START }],
  ])(
    "behavior: an order with a start, %s, is due at its start and not before it",
    async (_, changes) => {
      const store = redis().store();
      const party = newParty();
      await create(store, party, changes);
      await pausedAndResumed(store, party, T0 + 10);
      expect(await store.command("ZSCORE", store.keys.due(8453), `${party.vault}:1`)).toBe(
        String(START - 1),
      );
      expect((await claim(store, START - 1)).orders).toEqual([]);
      expect((await claim(store, START)).orders).toHaveLength(1);
    },
  );

  test("behavior: wherever indexed, a claim gives it out at its start, puts it there", async () => {
    const store = redis().store();
    const party = newParty();
    await create(store, party, SKIPPED);
    await due(store, party, T0);
    expect((await claim(store, START - 1)).orders).toEqual([]);
    expect(await store.command("ZSCORE", store.keys.due(8453), `${party.vault}:1`)).toBe(
      String(START - 1),
    );
    expect((await claim(store, START)).orders).toHaveLength(1);
  });

  test("error: no intent is written before the start, whatever was claimed", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    const key = store.keys.order(slice.vault, 1);
    const record = JSON.parse(String(await store.command("HGET", key, "json")));
    await store.command("HSET", key, "json", JSON.stringify({ ...record, startAt: T0 + 3 }));
    const attempt = attemptFor(slice);
    const prepare = (nowMs: number) =>
      store.run(prepareAttempt, {
        nowMs,
        attempt,
        chainNonce: 0,
        nextCheckMs: nowMs + 1,
        order: slice.guard,
      });
    expect(await prepare(T0 + 2)).toEqual({ ok: false, code: "order_not_started" });
    expect(await prepare(T0 + 3)).toMatchObject({ ok: true });
  });
});
