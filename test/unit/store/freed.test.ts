import { expect, test } from "vitest";
import { claimFreed } from "../../../src/store/orders/claim-freed.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { eachRedis } from "./support/each-redis.ts";
import { T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  claim,
  confirmation,
  create,
  due,
  LEASE_MS,
  newParty,
  type Party,
  preparedOrder,
} from "./support/steps.ts";

const NOW = T0 + 300_000;
const named = (orders: readonly { order: { vaultAddress: string; id: number } }[]) =>
  orders.map(({ order }) => `${order.vaultAddress}:${order.id}`);

/**
 * An order whose slice was out when a later claim was made, and has ended since: it is due, and
 * that claim does not have it.
 */
async function freed(store: TestStore, party: Party = newParty(), dueMs = NOW - 60_000) {
  const prepared = await preparedOrder(store, party);
  const later = await claim(store, NOW);
  expect([named(later.orders), later.attempts.length]).toEqual([[], 1]);
  await store.run(finishSlice, { nowMs: NOW + 1, ...confirmation(prepared), dueMs });
  return { ...prepared, token: later.token };
}

eachRedis((redis) => {
  test("default: what an attempt's end makes due is leased under the claim's token", async () => {
    const store = redis().store();
    const { order, token, vault, id } = await freed(store);
    const { orders, unreadable } = await store.run(claimFreed, {
      nowMs: NOW + 2,
      token,
      leaseMs: LEASE_MS,
      orders: [order],
    });
    expect([named(orders), unreadable]).toEqual([[`${vault}:${id}`], []]);
    expect(orders[0]?.order).toMatchObject({ status: "active", slicesExecuted: 1 });
    expect(await store.command("HGET", store.keys.order(vault, id), "lease")).toBe(
      `${token}:${NOW + 2 + LEASE_MS}`,
    );
    // It comes back by itself, and to nobody before that.
    expect((await claim(store, NOW + 2 + LEASE_MS)).orders).toEqual([]);
    expect(named((await claim(store, NOW + 3 + LEASE_MS)).orders)).toEqual([`${vault}:${id}`]);
  });

  test("behavior: what is not due, or was claimed by another, is left alone", async () => {
    const store = redis().store();
    const late = await freed(store, newParty(), NOW + 2);
    const call = { nowMs: NOW + 2, leaseMs: LEASE_MS };
    expect(
      await store.run(claimFreed, { ...call, token: late.token, orders: [late.order] }),
    ).toMatchObject({
      orders: [],
    });
    expect(named((await claim(store, NOW + 3)).orders)).toEqual([`${late.vault}:1`]);
    expect(
      await store.run(claimFreed, {
        ...call,
        nowMs: NOW + 4,
        token: late.token,
        orders: [late.order],
      }),
    ).toMatchObject({ orders: [] });
  });

  test("behavior: a vault's order in the same claim is no obstacle, in another it is", async () => {
    for (const isOwn of [true, false]) {
      const store = redis().store();
      const party = newParty();
      const prepared = await preparedOrder(store, party);
      const second = await create(store, party);
      await due(store, party, NOW - 1, second);
      const holder = await claim(store, NOW);
      expect(named(holder.orders)).toEqual([`${party.vault}:${second}`]);
      await store.run(finishSlice, {
        nowMs: NOW + 1,
        ...confirmation(prepared),
        dueMs: NOW - 60_000,
      });
      const token = isOwn ? holder.token : (await claim(store, NOW + 1)).token;
      const { orders } = await store.run(claimFreed, {
        nowMs: NOW + 2,
        token,
        leaseMs: LEASE_MS,
        orders: [prepared.order],
      });
      expect(named(orders)).toEqual(isOwn ? [`${party.vault}:1`] : []);
    }
  });

  test("error: one that cannot be read is named and stops no other", async () => {
    const store = redis().store();
    const [good, bad] = [await preparedOrder(store), await preparedOrder(store)];
    const { token } = await claim(store, NOW);
    for (const one of [good, bad])
      await store.run(finishSlice, { nowMs: NOW + 1, ...confirmation(one), dueMs: NOW - 60_000 });
    await store.command("HSET", store.keys.order(bad.vault, 1), "json", "{");
    const claimed = await store.run(claimFreed, {
      nowMs: NOW + 2,
      token,
      leaseMs: LEASE_MS,
      orders: [bad.order, good.order],
    });
    expect([named(claimed.orders), claimed.unreadable]).toEqual([
      [`${good.vault}:1`],
      [`${bad.vault}:1`],
    ]);
  });
});
