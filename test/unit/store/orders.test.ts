import { expect, test } from "vitest";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { listOrders } from "../../../src/store/orders/get-order.ts";
import { pauseAllOrders, pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { newOrders } from "../../support/new-orders.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, orderOf, T0 } from "./support/records.ts";
import {
  claim,
  claimedOrder,
  confirmation,
  create,
  LEASE_MS,
  LIMITS,
  newParty,
  preparedOrder,
  twapOf,
} from "./support/steps.ts";

const BASE = [8453] as const;

eachRedis((redis) => {
  test("default: a created order reads back as given, lower case, id 1, due next ms", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const order = orderOf(`0x${vault.slice(2).toUpperCase()}`, operator);
    expect(await store.run(createOrder, newOrders.twap(order))).toEqual({
      ok: true,
      id: 1,
      version: 1,
      order: { ...orderOf(vault, operator), id: 1 },
    });
    expect((await store.run(listOrders, { vault })).orders).toEqual([
      { order: { ...orderOf(vault, operator), id: 1 }, version: 1, openAttempt: null },
    ]);
    expect((await claim(store, T0)).orders).toEqual([]);
    expect((await claim(store, T0 + 1)).orders.length).toBe(1);
  });

  test("behavior: an id in the given record is not taken over", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const order = { ...orderOf(vault, operator), id: 77 };
    expect(await store.run(createOrder, newOrders.twap(order))).toMatchObject({
      id: 1,
      order: { id: 1 },
    });
  });

  test("behavior: a fourth active order of vault and chain is refused, burns no id", async () => {
    const store = redis().store();
    const party = newParty();
    const { vault, operator } = party;
    expect([
      await create(store, party),
      await create(store, party),
      await create(store, party),
    ]).toEqual([1, 2, 3]);
    const before = await store.snapshot();
    expect(await store.run(createOrder, newOrders.twap(orderOf(vault, operator)))).toMatchObject({
      ok: false,
      code: "vault_limit",
      active: 3,
    });
    expect(await store.snapshot()).toEqual(before);
    expect(await create(store, party, { chainId: 10 })).toBe(4);
  });

  test("behavior: the operator's limit counts all vaults and chains, and burns no id", async () => {
    const store = redis().store();
    const operator = newAddress();
    for (let i = 0; i < 30; i++)
      await create(store, { ...newParty(), operator }, { chainId: i % 2 === 0 ? 8453 : 10 });
    const { vault } = newParty();
    expect(await store.run(createOrder, newOrders.twap(orderOf(vault, operator)))).toEqual({
      ok: false,
      code: "operator_limit",
      active: 30,
    });
    expect(await create(store, { ...newParty(), vault })).toBe(1);
  });

  test("behavior: 20 creations at once: exactly three are taken, with three ids", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.run(createOrder, newOrders.twap(orderOf(vault, operator))),
      ),
    );
    const ids = answers.flatMap((answer) => (answer.ok ? [answer.id] : []));
    expect(ids.sort()).toEqual([1, 2, 3]);
    expect((await store.run(listOrders, { vault })).orders.length).toBe(3);
  });

  test("behavior: ids never return, newest 20 closed orders stay, pruned ones gone", async () => {
    const store = redis().store();
    const party = newParty();
    const ids: number[] = [];
    for (let i = 0; i < 25; i++) {
      const id = await create(store, party);
      ids.push(id);
      await store.run(cancelOrders, { kind: "twap", vault: party.vault, chainIds: BASE, id });
    }
    expect(ids).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    const { orders } = await store.run(listOrders, { vault: party.vault });
    expect(orders.map(({ order }) => order.id)).toEqual(
      Array.from({ length: 20 }, (_, i) => 25 - i),
    );
    const stored = await store.snapshot();
    expect(Object.keys(stored).filter((key) => key.startsWith("order:")).length).toBe(20);
    expect(stored[`orders-closed:${party.vault}`]).toEqual(
      orders.map(({ order }) => String(order.id)),
    );
    expect(await create(store, party)).toBe(26);
  });

  test("behavior: a cancelled order with open attempt is kept until its outcome", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    const { vault, operator, id } = slice;
    const { cancelled } = await store.run(cancelOrders, {
      kind: "twap",
      vault,
      chainIds: BASE,
      id,
    });
    for (let i = 0; i < 22; i++) {
      const other = await create(store, { ...slice, operator });
      await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id: other });
    }
    const listed = async () =>
      (await store.run(listOrders, { vault })).orders.map(({ order }) => order.id);
    expect(await listed()).toContain(id);
    const [{ order, version }] = cancelled as [(typeof cancelled)[0]];
    const late = { ...confirmation({ ...slice, order: twapOf(order), version }), dueMs: null };
    expect(await store.run(finishSlice, late)).toMatchObject({ ok: true });
    await store.run(cancelOrders, {
      kind: "twap",
      vault,
      chainIds: BASE,
      id: await create(store, slice),
    });
    expect(await listed()).not.toContain(id);
    expect((await listed()).length).toBe(20);
  });

  test("behavior: cancelling an order closes it, and it is never claimed again", async () => {
    const store = redis().store();
    const { vault, operator, id, order } = await claimedOrder(store);
    const answer = await store.run(cancelOrders, {
      kind: "twap",
      vault: `0x${vault.slice(2).toUpperCase()}`,
      chainIds: BASE,
      id,
      nowMs: T0 + 9,
    });
    const cancelled = { ...order, active: false, status: "cancelled", completedAt: T0 + 9 };
    expect(answer).toEqual({
      cancelled: [{ order: cancelled, version: 3, openAttempt: null, statusBefore: "active" }],
      unreadable: [],
      dropped: false,
    });
    const stored = await store.snapshot();
    expect((await claim(store, T0 + 10_000_000)).orders).toEqual([]);
    expect(stored[`order:${vault}:1`]).toEqual([
      ["json", expect.any(String)],
      ["v", "3"],
    ]);
    expect(stored[`orders-closed:${vault}`]).toEqual(["1"]);
    expect(
      Object.keys(stored).filter((key) => /^(orders-active|orders-operator|due)/.test(key)),
    ).toEqual([]);
    expect(await create(store, { vault, operator, agent: vault })).toBe(2);
  });

  test("behavior: cancelling an unknown, closed or other chain's order does nothing", async () => {
    const store = redis().store();
    const party = newParty();
    const id = await create(store, party);
    const before = await store.snapshot();
    const { vault } = party;
    expect(await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id: 9 })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(await store.run(cancelOrders, { kind: "twap", vault, chainIds: [10], id })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(await store.run(cancelOrders, { kind: "twap", vault, chainIds: [], id: 0 })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(
      await store.run(cancelOrders, { kind: "twap", vault: newAddress(), chainIds: BASE, id }),
    ).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(await store.snapshot()).toEqual(before);
    expect(
      (await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id })).cancelled.length,
    ).toBe(1);
    expect(await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id: 0 })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
  });

  test("behavior: id 0 cancels only named chains' active orders, manually paused too", async () => {
    const store = redis().store();
    const party = newParty();
    const { vault } = party;
    await create(store, party);
    await create(store, party);
    await create(store, party, { chainId: 10 });
    await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id: 2 });
    const { cancelled } = await store.run(cancelOrders, {
      kind: "twap",
      vault,
      chainIds: [8453, 1],
      id: 0,
    });
    expect(cancelled.map(({ order, statusBefore }) => [order.id, statusBefore]).sort()).toEqual([
      [1, "active"],
      [2, "paused"],
    ]);
    const { orders } = await store.run(listOrders, { vault });
    expect(orders.find(({ order }) => order.id === 3)?.order.status).toBe("active");
  });

  test("behavior: cancelling an order names its open attempt, which stays open", async () => {
    const store = redis().store();
    const { vault, id, attempt } = await preparedOrder(store);
    const { cancelled } = await store.run(cancelOrders, {
      kind: "twap",
      vault,
      chainIds: BASE,
      id,
    });
    expect(cancelled).toMatchObject([
      {
        statusBefore: "pending_confirmation",
        openAttempt: { id: attempt.id, status: "prepared", hashes: attempt.hashes },
      },
    ]);
    const { attempts } = await claim(store, T0 + 10_000_000);
    expect(attempts).toMatchObject([
      { attempt: { id: attempt.id }, order: { status: "cancelled", active: false } },
    ]);
  });

  test("behavior: all of this vault and these chains are paused at once, and say so", async () => {
    const store = redis().store();
    const { vault, operator } = await claimedOrder(store);
    await create(store, { vault, operator, agent: vault });
    const elsewhere = await store.run(
      createOrder,
      newOrders.twap(orderOf(vault, operator, { chainId: 10 })),
    );
    const other = await claimedOrder(store);
    await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id: 2 });
    const { paused } = await store.run(pauseAllOrders, { kind: "twap", vault, chainIds: BASE });
    const told = paused.map(({ order, changed, statusBefore }) => [
      order.id,
      order.status,
      changed,
      statusBefore,
    ]);
    expect(told.sort()).toEqual([
      [1, "paused", true, "active"],
      [2, "paused", false, "paused"],
    ]);
    const again = await store.run(pauseAllOrders, { kind: "twap", vault, chainIds: BASE });
    expect(again.paused.map(({ changed }) => changed)).toEqual([false, false]);
    expect(elsewhere).toMatchObject({ ok: true, order: { id: 3, status: "active" } });
    expect(
      await store.run(pauseOrder, { kind: "twap", vault, chainIds: [10], id: 3 }),
    ).toMatchObject({
      statusBefore: "active",
    });
    expect(
      await store.run(pauseOrder, { kind: "twap", vault: other.vault, chainIds: BASE, id: 1 }),
    ).toMatchObject({
      statusBefore: "active",
    });
    expect(
      (await store.run(pauseAllOrders, { kind: "twap", vault: newAddress(), chainIds: BASE }))
        .paused,
    ).toEqual([]);
  });

  test("behavior: a paused order is unclaimed, keeps its place, resumes where it was", async () => {
    const store = redis().store();
    const { vault, operator, id } = await claimedOrder(store);
    const paused = await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id });
    expect(paused).toMatchObject({
      ok: true,
      changed: true,
      statusBefore: "active",
      version: 3,
      order: { active: true, status: "paused" },
    });
    expect(await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id })).toMatchObject({
      ok: true,
      changed: false,
      version: 3,
    });
    expect(Object.keys(await store.snapshot()).filter((key) => key.startsWith("due"))).toEqual([]);
    expect((await claim(store, T0 + 10_000_000)).orders).toEqual([]);
    await create(store, { vault, operator, agent: vault });
    await create(store, { vault, operator, agent: vault });
    expect(await store.run(createOrder, newOrders.twap(orderOf(vault, operator)))).toMatchObject({
      code: "vault_limit",
    });

    const dueMs = T0 + 20_000_000;
    const resumed = await store.run(resumeOrder, { vault, chainIds: BASE, id, dueMs, ...LIMITS });
    expect(resumed).toMatchObject({
      ok: true,
      changed: true,
      statusBefore: "paused",
      version: 4,
      order: { active: true, status: "active" },
    });
    const member = `${vault}:${id}`;
    expect(await store.command("ZSCORE", store.keys.dueOf(8453, operator), member)).toBe(
      String(dueMs),
    );
    expect((await claim(store, dueMs)).orders.map(({ order }) => order.id)).toEqual([2, 3]);
    // The vault's other orders are held until then.
    expect(
      (await claim(store, dueMs + LEASE_MS + 1)).orders.map(({ order }) => order.id),
    ).toContain(id);
    expect(
      await store.run(resumeOrder, { vault, chainIds: BASE, id, dueMs, ...LIMITS }),
    ).toMatchObject({
      ok: true,
      changed: false,
      version: 5,
    });
  });

  test("behavior: pause and resume in an open attempt keep the order waiting for it", async () => {
    const store = redis().store();
    const { vault, id, attempt } = await preparedOrder(store);
    const paused = await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id });
    expect(paused).toMatchObject({
      statusBefore: "pending_confirmation",
      openAttempt: { hashes: attempt.hashes },
    });
    const resumed = await store.run(resumeOrder, {
      vault,
      chainIds: BASE,
      id,
      dueMs: T0,
      ...LIMITS,
    });
    expect(resumed).toMatchObject({ ok: true, order: { status: "pending_confirmation" } });
    expect((await claim(store, T0 + 50)).orders).toEqual([]);
  });

  test("behavior: auto-paused is inactive; resuming clears failures, checks limits", async () => {
    const store = redis().store();
    const { guard, ...slice } = await claimedOrder(store);
    const { vault, operator, id } = slice;
    const failed = {
      ...slice.order,
      active: false,
      status: "auto_paused" as const,
      consecutiveFailures: 3,
      lastError: "no route",
    };
    const end = {
      guard: { leaseToken: guard.leaseToken },
      expectedVersion: guard.version,
      order: failed,
      dueMs: null,
      event: null,
      outbox: [],
    };
    expect(await store.run(finishSlice, end)).toMatchObject({ ok: true });
    for (let i = 0; i < 3; i++) await create(store, slice);
    const resume = { vault, chainIds: BASE, id, dueMs: T0 + 7, ...LIMITS };
    const before = await store.snapshot();
    expect(await store.run(resumeOrder, resume)).toEqual({
      ok: false,
      code: "vault_limit",
      active: 3,
    });
    expect(
      await store.run(resumeOrder, {
        ...resume,
        most: newOrders.twap(slice.order, { ofVault: 9, ofOperator: 3 }).most,
      }),
    ).toEqual({
      ok: false,
      code: "operator_limit",
      active: 3,
    });
    expect(await store.snapshot()).toEqual(before);

    await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id: 2 });
    const resumed = await store.run(resumeOrder, resume);
    if (!resumed.ok) throw new Error(resumed.code);
    expect(resumed.order).toEqual({ ...slice.order, consecutiveFailures: 0 });
    const stored = await store.snapshot();
    expect(stored[`orders-closed:${vault}`]).toEqual(["2"]);
    expect(stored[`orders-active:${vault}:8453`]).toEqual(["1", "3", "4"]);
    expect(stored[`orders-operator:${operator}:twap`]).toEqual([
      `${vault}:1`,
      `${vault}:3`,
      `${vault}:4`,
    ]);
    expect((await claim(store, T0 + 8)).orders.map(({ order }) => order.id)).toContain(id);
  });

  test("behavior: an auto-paused order cancels by id, not 0; pausing changes nothing", async () => {
    const store = redis().store();
    const { guard, order, vault, id } = await claimedOrder(store);
    const failed = { ...order, active: false, status: "auto_paused" as const };
    await store.run(finishSlice, {
      guard: { leaseToken: guard.leaseToken },
      expectedVersion: guard.version,
      order: failed,
      dueMs: null,
      event: null,
      outbox: [],
    });
    expect(await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id })).toMatchObject({
      ok: true,
      changed: false,
      order: { status: "auto_paused" },
    });
    expect(await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id: 0 })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(
      (await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id })).cancelled,
    ).toMatchObject([{ statusBefore: "auto_paused", order: { status: "cancelled" } }]);
    expect(
      await store.run(resumeOrder, { vault, chainIds: BASE, id, dueMs: T0, ...LIMITS }),
    ).toEqual({
      ok: false,
      code: "not_found",
    });
    expect((await store.snapshot())[`orders-closed:${vault}`]).toEqual(["1"]);
  });

  test("error: pause, resume of unknown, closed or other chains' orders: not_found", async () => {
    const store = redis().store();
    const party = newParty();
    const id = await create(store, party);
    const { vault } = party;
    const notFound = { ok: false, code: "not_found" };
    for (const [chainIds, which] of [
      [BASE, 9],
      [[10], id],
    ] as const) {
      expect(await store.run(pauseOrder, { kind: "twap", vault, chainIds, id: which })).toEqual(
        notFound,
      );
      expect(
        await store.run(resumeOrder, { vault, chainIds, id: which, dueMs: T0, ...LIMITS }),
      ).toEqual(notFound);
    }
    await store.run(cancelOrders, { kind: "twap", vault, chainIds: BASE, id });
    expect(await store.run(pauseOrder, { kind: "twap", vault, chainIds: BASE, id })).toEqual(
      notFound,
    );
    expect(
      await store.run(resumeOrder, { vault, chainIds: BASE, id, dueMs: T0, ...LIMITS }),
    ).toEqual(notFound);
  });

  test("default: a vault without orders lists none", async () => {
    expect(await redis().store().run(listOrders, { vault: newAddress() })).toEqual({
      orders: [],
      unreadable: [],
    });
  });
});
