import { expect, test } from "vitest";
import type { TwapEvent } from "../../../schemas/twap-event.ts";
import type { NewOutboxItem } from "../../../src/store/outbox-item.ts";
import { ackOutbox } from "../../../src/store/scripts/ack-outbox.ts";
import { finishSlice } from "../../../src/store/scripts/finish-slice.ts";
import { readEvents } from "../../../src/store/scripts/read-events.ts";
import { retryOutbox } from "../../../src/store/scripts/retry-outbox.ts";
import { takeOutbox } from "../../../src/store/scripts/take-outbox.ts";
import { eachRedis } from "./support/each-redis.ts";
import { eventOf, newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claim, claimedOrder } from "./support/steps.ts";

const DAY = 86_400_000;

/** Ends one more slice of the order with these; claims it first. */
async function endSlices(
  store: TestStore,
  count: number,
  made: (i: number) => { event?: TwapEvent; outbox?: NewOutboxItem[] },
) {
  const slice = await claimedOrder(store);
  let { leaseToken, version } = slice.guard;
  for (let i = 0; i < count; i++) {
    const { event = null, outbox = [] } = made(i);
    await store.run(finishSlice, {
      guard: { leaseToken },
      expectedVersion: version,
      order: slice.order,
      dueMs: T0,
      event,
      outbox,
    });
    const { token, orders } = await claim(store, T0 + 1);
    leaseToken = token;
    version = orders[0]?.version ?? 0;
  }
  return slice;
}

eachRedis((redis) => {
  test("default: a vault without events has none", async () => {
    expect(await redis().store().run(readEvents, { vault: newAddress() })).toEqual({ events: [] });
  });

  test("behavior: the newest 20 events are kept, newest first", async () => {
    const store = redis().store();
    const { vault } = await endSlices(store, 22, (i) => ({
      event: eventOf({ sliceNumber: i + 1, timestamp: T0 + i }),
    }));
    const { events } = await store.run(readEvents, { vault });
    expect(events.map(({ sliceNumber }) => sliceNumber)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
    expect(await store.command("LLEN", store.keys.events(vault))).toBe(20);
  });

  test("behavior: an event is shown for 24 hours, to the ms, though newer ones keep the key alive", async () => {
    const store = redis().store();
    const { vault } = await endSlices(store, 2, (i) => ({ event: eventOf({ sliceNumber: i + 1, timestamp: T0 + i }) }));
    const shown = async (nowMs: number) =>
      (await store.run(readEvents, { vault, nowMs })).events.map(({ sliceNumber }) => sliceNumber);
    expect(await shown(T0 + DAY)).toEqual([2, 1]);
    expect(await shown(T0 + DAY + 1)).toEqual([2]);
    expect(await shown(T0 + DAY + 2)).toEqual([]);
  });

  test("default: a notification is taken when due, comes again when its lease ends, and is gone once acknowledged", async () => {
    const store = redis().store();
    const operator = newAddress();
    const payload = { text: "é", list: [], none: null, big: 1e15 };
    await endSlices(store, 1, () => ({ outbox: [{ id: "a", operator, dueMs: T0, payload }] }));
    const take = async (nowMs: number) => (await store.run(takeOutbox, { nowMs, limit: 10, leaseMs: 1_000 })).items;
    expect(await take(T0)).toEqual([]);
    expect(await take(T0 + 1)).toEqual([{ id: "a", operator, payload, tries: 1 }]);
    expect(await take(T0 + 1_001)).toEqual([]);
    expect(await take(T0 + 1_002)).toEqual([{ id: "a", operator, payload, tries: 2 }]);
    expect(await store.run(ackOutbox, { ids: ["a", "unknown"] })).toEqual({ removed: 1 });
    expect(await store.run(ackOutbox, { ids: [] })).toEqual({ removed: 0 });
    expect(await take(T0 + DAY)).toEqual([]);
    expect(Object.keys(await store.snapshot()).filter((key) => key.startsWith("outbox"))).toEqual([]);
  });

  test("behavior: a retry moves the due time; what was acknowledged does not come back", async () => {
    const store = redis().store();
    await endSlices(store, 1, () => ({ outbox: [{ id: "a", operator: newAddress(), dueMs: T0, payload: 1 }] }));
    await store.run(takeOutbox, { nowMs: T0 + 1, limit: 10, leaseMs: 1_000 });
    expect(await store.run(retryOutbox, { id: "a", dueMs: T0 + 5_000 })).toEqual({ found: true });
    expect((await store.run(takeOutbox, { nowMs: T0 + 5_000, limit: 10, leaseMs: 1 })).items).toEqual([]);
    expect((await store.run(takeOutbox, { nowMs: T0 + 5_001, limit: 10, leaseMs: 1 })).items).toMatchObject([
      { id: "a", tries: 2 },
    ]);
    await store.run(ackOutbox, { ids: ["a"] });
    expect(await store.run(retryOutbox, { id: "a", dueMs: T0 })).toEqual({ found: false });
    expect((await store.run(takeOutbox, { nowMs: T0 + DAY, limit: 10, leaseMs: 1 })).items).toEqual([]);
  });

  test("behavior: an id without a notification leaves the index", async () => {
    const store = redis().store();
    await store.command("ZADD", store.keys.outboxDue(), T0, "ghost");
    expect(await store.run(takeOutbox, { nowMs: T0 + 1, limit: 9, leaseMs: 1 })).toEqual({ items: [] });
    expect(await store.snapshot()).toEqual({});
  });

  test("behavior: 20 takers at once get each notification once, within the limit", async () => {
    const store = redis().store();
    const operator = newAddress();
    await endSlices(store, 1, () => ({
      outbox: Array.from({ length: 30 }, (_, i) => ({ id: `n${i}`, operator, dueMs: T0, payload: i })),
    }));
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => store.run(takeOutbox, { nowMs: T0 + 1, limit: 2, leaseMs: 1_000 })),
    );
    expect(taken.every(({ items }) => items.length <= 2)).toBe(true);
    expect(new Set(taken.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(30);
    expect(taken.flatMap(({ items }) => items).length).toBe(30);
  });

  test("behavior: the same id again changes nothing; above 200 of one operator the oldest are dropped, others' are not", async () => {
    const store = redis().store();
    const [operator, other] = [newAddress(), newAddress()];
    const items = Array.from({ length: 205 }, (_, i) => ({ id: `n${i}`, operator, dueMs: T0, payload: i }));
    const again = { id: "n204", operator, dueMs: T0 + DAY, payload: "again" };
    await endSlices(store, 1, () => ({
      outbox: [{ id: "other", operator: other, dueMs: T0, payload: 0 }, ...items, again],
    }));
    const { items: taken } = await store.run(takeOutbox, { nowMs: T0 + 1, limit: 1_000, leaseMs: 1 });
    expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(["other", ...items.slice(5).map(({ id }) => id)]));
    expect(taken.find(({ id }) => id === "n204")?.payload).toBe(204);
  });
});
