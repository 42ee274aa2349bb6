import { expect, test } from "vitest";
import type { SliceEnd } from "../../../schemas/slice-end.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { recordDeepReorg } from "../../../src/store/attempts/record-deep-reorg.ts";
import { settleWatched } from "../../../src/store/attempts/settle-watched.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { getOrder } from "../../../src/store/orders/get-order.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { readEvents } from "../../../src/store/orders/read-events.ts";
import { recordWaiting } from "../../../src/store/orders/record-waiting.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  claim,
  claimedOrder,
  confirmation,
  create,
  LEASE_MS,
  LIMITS,
  type Party,
  preparedOrder,
} from "./support/steps.ts";

const CHAINS = [8453] as const;
const endOf = (changes: Partial<SliceEnd> = {}): SliceEnd => ({
  ...{ status: "executed", plannedAt: T0, at: T0 + 1, knownAt: T0 + 2, plannedBase: "20000000" },
  ...{
    sellBase: "20000000",
    buyBase: "8000000000000000",
    amountsEstimated: false,
    gasCostWei: "2100000000000",
  },
  ...changes,
});
const read = async (store: TestStore, { vault }: Pick<Party, "vault">, from = 1, to = 10, id = 1) =>
  (await store.run(getOrder, { kind: "twap", vault, chainIds: CHAINS, id, from, to })).found;
const nothing = {
  refused: null,
  tries: null,
  waits: null,
  looks: null,
  moved: null,
  isTakenBack: false,
};
const acting = ({ vault, operator }: Party) => ({ vault, chainIds: CHAINS, id: 1, operator });
const failing = (
  slice: { order: TwapOrder; guard: { leaseToken: number; version: number } },
  status: TwapOrder["status"] = "active",
) => ({
  ...{ guard: { leaseToken: slice.guard.leaseToken }, expectedVersion: slice.guard.version },
  order: { ...slice.order, status, active: status === "active", consecutiveFailures: 1 },
  ...{ dueMs: status === "active" ? T0 + 5 : null, event: null, outbox: [] },
});

eachRedis((redis) => {
  test("default: how a slice ended is kept with its order in one step, read with it", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    const kept = endOf({ attempt: slice.attempt.id });
    await store.run(finishSlice, { ...confirmation(slice), slice: { number: 1, end: kept } });
    const found = await read(store, slice);
    expect(found).toMatchObject({
      order: { id: 1, slicesExecuted: 1 },
      openAttempt: null,
      changes: [],
    });
    expect(found?.slices).toEqual([{ number: 1, end: kept, ...nothing }]);
    expect(found?.lastGasWei).toBe("2100000000000");
    expect(found?.failedCall).toBeNull();
    expect((await read(store, slice, 2, 9))?.slices).toEqual([]);
    expect(
      await store.run(getOrder, {
        kind: "twap",
        vault: slice.vault,
        chainIds: [10],
        id: 1,
        from: 1,
        to: 1,
      }),
    ).toEqual({
      found: null,
    });
    expect(await read(store, slice, 1, 1, 2)).toBeNull();
  });

  test("behavior: a refusal stays beside later success, with its count, figures cut", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    const details = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`figure${i}`, "9".repeat(500)]),
    );
    const refusal = { code: "swap_shield_blocked", message: "Too far.", at: T0, details };
    const failed = endOf({ status: "failed" });
    const call = { to: slice.vault, from: null, value: "0x0", data: null };
    const whole = { ...call, data: `0x${"ab".repeat(3_000)}` };
    await store.run(finishSlice, {
      ...failing(slice),
      slice: { number: 1, end: failed, refusal, call: whole },
    });
    expect((await read(store, slice))?.failedCall).toEqual({ sliceNumber: 1, ...whole });
    const again = await claim(store, T0 + LEASE_MS);
    const version = again.orders[0]?.version ?? 0;
    await store.run(finishSlice, {
      ...failing({ ...slice, guard: { leaseToken: again.token, version } }),
      slice: {
        number: 1,
        end: failed,
        refusal: { ...refusal, details: { deltaBps: 900 }, at: T0 + 9 },
        call,
      },
    });
    const [kept] = (await read(store, slice))?.slices ?? [];
    expect(kept).toMatchObject({
      end: failed,
      tries: 2,
      refused: { at: T0 + 9, details: { deltaBps: 900 } },
    });
    const first = await store.run(finishSlice, {
      ...failing(slice),
      slice: { number: 2, end: failed, refusal },
    });
    expect(first).toMatchObject({ ok: false });
    const last = await claim(store, T0 + 3 * LEASE_MS);
    await store.run(finishSlice, {
      ...failing(
        { ...slice, guard: { leaseToken: last.token, version: last.orders[0]?.version ?? 0 } },
        "auto_paused",
      ),
      slice: { number: 2, end: endOf({ status: "failed" }), refusal },
    });
    const found = await read(store, slice);
    // The last that is known: of slice 2 there was no call yet.
    expect(found?.failedCall).toEqual({ sliceNumber: 1, ...call });
    expect(JSON.stringify(found?.slices[1]?.refused?.details).length).toBeLessThanOrEqual(1_000);
    expect(found?.changes).toMatchObject([
      { kind: "order_auto_paused", orderId: 1, sliceNumber: 1, progress: "0/5" },
    ]);
  });

  test("behavior: waits of a slice are one record: for what, since when, how often", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    const note = { order: slice.order, leaseToken: slice.guard.leaseToken, alarm: null };
    await store.run(recordWaiting, { ...note, waiting: { reason: "lane_full", sinceMs: T0 } });
    for (const round of [1, 2]) await claim(store, T0 + round * (LEASE_MS + 2));
    const [kept] = (await read(store, slice))?.slices ?? [];
    expect(kept).toEqual({
      ...nothing,
      number: 1,
      end: null,
      waits: { reason: "lane_full", sinceMs: T0 },
      looks: 3,
    });
    const { token } = await claim(store, T0 + 4 * LEASE_MS);
    const alarm = {
      id: "waits",
      operator: slice.operator,
      dueMs: T0,
      payload: { kind: "order_waiting" },
    };
    const waiting = { reason: "lane_unclear", sinceMs: T0, toldAt: T0 + 7 } as const;
    await store.run(recordWaiting, { ...note, leaseToken: token, waiting, alarm });
    const found = await read(store, slice);
    expect(found?.slices).toMatchObject([{ waits: waiting, looks: 4 }]);
    expect(found?.changes).toMatchObject([
      { kind: "order_waiting", reason: "lane_unclear", sinceMs: T0 },
    ]);
    const { events } = await store.run(readEvents, { vault: slice.vault });
    expect(events).toMatchObject([{ type: "order_change", kind: "order_waiting", sliceNumber: 1 }]);
  });

  test("default: pauses, resumptions, cancellations are kept, in events and channels", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    await pairTelegram(store, slice.operator, "{}");
    await store.run(pauseOrder, { kind: "twap", ...acting(slice), nowMs: T0 + 5 });
    await store.run(pauseOrder, { kind: "twap", ...acting(slice), nowMs: T0 + 6 });
    await store.run(resumeOrder, { ...acting(slice), nowMs: T0 + 7, dueMs: T0, ...LIMITS });
    await store.run(cancelOrders, { kind: "twap", ...acting(slice), nowMs: T0 + 8 });
    const about = {
      orderId: 1,
      chainId: 8453,
      sliceNumber: 1,
      totalSlices: 5,
      progress: "0/5",
      by: slice.operator,
    };
    const told = [
      { kind: "order_cancelled", ...about, timestamp: T0 + 8, version: 5 },
      { kind: "order_resumed", ...about, timestamp: T0 + 7, version: 4 },
      { kind: "order_paused", ...about, timestamp: T0 + 5, version: 3 },
    ];
    expect((await read(store, slice))?.changes).toEqual(told);
    const { events } = await store.run(readEvents, { vault: slice.vault });
    expect(events).toEqual(told.map((change) => ({ type: "order_change", ...change })));
    const later = (await store.snapshot())[`outbox-later-of:telegram:${slice.operator}`];
    expect(later).toEqual(
      ["v3:order_paused", "v4:order_resumed", "v5:order_cancelled"].map(
        (what) => `twap:${slice.vault}:1:${what}`,
      ),
    );
  });

  test("behavior: no channel: nothing awaits delivery; the rest is told all the same", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    await store.run(pauseOrder, { kind: "twap", ...acting(slice) });
    expect((await store.run(readEvents, { vault: slice.vault })).events).toHaveLength(1);
    expect(await store.command("HLEN", store.keys.outbox("telegram"))).toBe(0);
  });

  test("behavior: the newest fifty changes are kept, and all go with their order", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    for (let i = 0; i < 26; i++) {
      await store.run(pauseOrder, { kind: "twap", ...acting(slice), nowMs: T0 + 2 * i });
      await store.run(resumeOrder, {
        ...acting(slice),
        nowMs: T0 + 2 * i + 1,
        dueMs: T0,
        ...LIMITS,
      });
    }
    expect((await read(store, slice))?.changes.map(({ timestamp }) => timestamp - T0)).toEqual(
      Array.from({ length: 50 }, (_, i) => 51 - i),
    );
    const { leaseToken } = slice.guard;
    expect(
      await store.run(recordWaiting, {
        order: slice.order,
        leaseToken,
        waiting: { reason: "lane_full", sinceMs: T0 },
        alarm: null,
      }),
    ).toEqual({ changed: false });
    const { token } = await claim(store, T0 + 100);
    await store.run(recordWaiting, {
      order: slice.order,
      leaseToken: token,
      waiting: { reason: "lane_full", sinceMs: T0 },
      alarm: null,
    });
    await store.run(cancelOrders, { kind: "twap", ...acting(slice) });
    const keys = async () =>
      Object.keys(await store.snapshot()).filter(
        (key) => /^(order|slices|order-changes):/.test(key) && key.endsWith(":1"),
      );
    expect((await keys()).length).toBe(3);
    for (let id = 2; id <= 21; id++) {
      await create(store, slice);
      await store.run(cancelOrders, { kind: "twap", ...acting(slice), id });
    }
    expect(await keys()).toEqual([]);
  });

  test("behavior: a reorg of a slice's transaction stands beside its own record", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store, undefined, { sliceNumber: 1 });
    const watched = {
      ...slice.attempt,
      status: "confirmed" as const,
      blockNumber: "41",
      blockHash: newHash(),
    };
    await store.run(finishSlice, {
      ...{ ...confirmation(slice), attempt: { record: watched } },
      slice: { number: 1, end: endOf({ attempt: slice.attempt.id, blockNumber: "41" }) },
    });
    const hash = newHash();
    const moved = { attemptId: slice.attempt.id, blockNumber: "43", blockHash: newHash(), hash };
    await store.run(settleWatched, { chainId: 8453, done: [], moved: [moved] });
    expect((await read(store, slice))?.slices).toMatchObject([
      { moved: { blockNumber: "43", hash }, isTakenBack: false },
    ]);
    await store.run(recordDeepReorg, {
      ...{ chainId: 8453, vault: slice.vault, attemptId: slice.attempt.id, alarm: null },
      facts: {
        ...{ kind: "deep_reorg", actor: "scheduler", attempt: slice.attempt.id },
        ...{ recorded: { status: "confirmed" }, found: { status: "missing" } },
      },
    });
    expect((await read(store, slice))?.slices).toMatchObject([{ isTakenBack: true }]);
  });
});
