import { expect, test } from "vitest";
import type { TwapEvent } from "../../../schemas/twap-event.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { readEvents, type StoredEvent } from "../../../src/store/orders/read-events.ts";
import { freezeVault, unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { eachRedis } from "./support/each-redis.ts";
import { eventOf, newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claim, claimedOrder } from "./support/steps.ts";

const DAY = 86_400_000;

/** Ends so many slices of one order, each with its event. */
async function endSlices(store: TestStore, count: number, eventAt: (i: number) => TwapEvent) {
  const slice = await claimedOrder(store);
  let { leaseToken, version } = slice.guard;
  for (let i = 0; i < count; i++) {
    await store.run(finishSlice, {
      guard: { leaseToken },
      expectedVersion: version,
      order: slice.order,
      dueMs: T0,
      event: eventAt(i),
      outbox: [],
    });
    const { token, orders } = await claim(store, T0 + 1);
    leaseToken = token;
    version = orders[0]?.version ?? 0;
  }
  return slice;
}

const sliceOf = (event: StoredEvent) => ("sliceNumber" in event ? event.sliceNumber : undefined);

eachRedis((redis) => {
  test("default: a vault without events has none", async () => {
    expect(await redis().store().run(readEvents, { vault: newAddress() })).toEqual({ events: [] });
  });

  test("behavior: the newest 20 events are kept, newest first", async () => {
    const store = redis().store();
    const { vault } = await endSlices(store, 22, (i) =>
      eventOf({ sliceNumber: i + 1, timestamp: T0 + i }),
    );
    const { events } = await store.run(readEvents, { vault });
    expect(events.map(sliceOf)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
    expect(await store.command("LLEN", store.keys.events(vault))).toBe(20);
  });

  test("behavior: what happens beside orders has its own bound, pushes no slice out", async () => {
    const store = redis().store();
    const { vault, operator } = await endSlices(store, 20, (i) =>
      eventOf({ sliceNumber: i + 1, timestamp: T0 + i }),
    );
    for (let n = 0; n < 15; n += 1) {
      await store.run(freezeVault, { chainId: 8453, vault, operator, nowMs: T0 + 100 + 2 * n });
      await store.run(unfreezeVault, {
        ...{
          chainId: 8453,
          vault,
          operator,
          messageHash: `0x${vault.slice(2, 9)}${n}`,
          nowMs: T0 + 101 + 2 * n,
        },
      });
    }
    const { events } = await store.run(readEvents, { vault, nowMs: T0 + 200 });
    expect(events.flatMap((event) => sliceOf(event) ?? [])).toEqual(
      Array.from({ length: 20 }, (_, i) => 20 - i),
    );
    const others = events.filter((event) => "type" in event && event.type === "freeze");
    expect(others.map(({ timestamp }) => timestamp - T0)).toEqual(
      Array.from({ length: 20 }, (_, i) => 129 - i),
    );
    expect(await store.command("LLEN", store.keys.events(vault))).toBe(40);
  });

  test("behavior: an event is shown 24 hours, to the ms, though newer keep the key", async () => {
    const store = redis().store();
    const { vault } = await endSlices(store, 2, (i) =>
      eventOf({ sliceNumber: i + 1, timestamp: T0 + i }),
    );
    const shown = async (nowMs: number) =>
      (await store.run(readEvents, { vault, nowMs })).events.map(sliceOf);
    expect(await shown(T0 + DAY)).toEqual([2, 1]);
    expect(await shown(T0 + DAY + 1)).toEqual([2]);
    expect(await shown(T0 + DAY + 2)).toEqual([]);
  });
});
