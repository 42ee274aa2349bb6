import { expect, test } from "vitest";
import { type NavSync, navSync, type PlannedSync } from "../../../schemas/nav-sync.ts";
import { ordersOf } from "../../../src/kinds/kind-of.ts";
import { auditRun } from "../../../src/navsync/nav-sync-rules.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { listOrders } from "../../../src/store/orders/get-order.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { readEvents } from "../../../src/store/orders/read-events.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { newOrders } from "../../support/new-orders.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newAddress, orderOf, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claim, create, LEASE_MS, LIMITS, newParty, type Party } from "./support/steps.ts";

const BRIDGE = "0x770d096f";
const PLANNED: PlannedSync = { fromChainId: 10, toChainId: 8453, amount: "250.5", spreadBps: 312 };
const ATTEMPTED = { lastExecution: T0 + 1, anchorMs: T0 + 1, pointIndex: 1, pendingSync: PLANNED };

const syncOf = (
  { vault, operator }: Party,
  changes: Partial<NavSync> = {},
): Omit<NavSync, "id"> => ({
  kind: "nav_sync",
  chainId: 8453,
  vaultAddress: vault,
  operatorAddress: operator,
  intervalMinutes: 30,
  thresholdBps: 200,
  token: "USDC",
  maxPerRun: "1000",
  maxPerDay: "5000",
  active: true,
  status: "active",
  createdAt: T0,
  consecutiveFailures: 0,
  syncsExecuted: 0,
  pointIndex: 0,
  attemptsOfSlice: 0,
  ...changes,
});

const createSync = (store: TestStore, party: Party, changes: Partial<NavSync> = {}) =>
  store.run(createOrder, newOrders.sync(syncOf(party, changes)));
const SYNC = { kind: "nav_sync", reachesOwn: true } as const;

async function claimedSync(store: TestStore, party: Party = newParty()) {
  const created = await createSync(store, party);
  if (!created.ok) throw new Error(created.code);
  for (const chainId of [8453, 10] as const)
    await store.run(saveDelegation, {
      record: delegationOf(party.vault, party.operator, party.agent, {
        chainId,
        selectors: [BRIDGE],
      }),
    });
  const { token, orders } = await claim(store, T0 + 1);
  const { version } = orders.find(({ order }) => order.vaultAddress === party.vault)!;
  return {
    ...party,
    id: created.id,
    guard: { vault: party.vault, id: created.id, leaseToken: token, version },
  };
}

/** Sent from another chain than the sync was created on. */
async function preparedSync(store: TestStore, party?: Party) {
  const claimed = await claimedSync(store, party);
  const { vault, operator, agent, id } = claimed;
  const attempt = attemptOf(vault, operator, agent, {
    ...{ id: `nav_sync:${vault}:${id}:1:1`, orderId: id, chainId: 10, data: `${BRIDGE}00` },
  });
  const answer = await store.run(prepareAttempt, {
    ...{ nowMs: T0 + 2, attempt, chainNonce: 0, nextCheckMs: T0 + LEASE_MS },
    order: { ...claimed.guard, attempted: ATTEMPTED, isElsewhere: true },
  });
  return { ...claimed, attempt, answer };
}

const mined = ({ attempt, answer }: Awaited<ReturnType<typeof preparedSync>>) => {
  if (!answer.ok || answer.order === null || answer.version === null)
    throw new Error(JSON.stringify(answer));
  const { pendingAttempt: _, ...order } = answer.order;
  return {
    guard: { attemptId: attempt.id },
    expectedVersion: answer.version,
    order: { ...order, status: "active" as const, consecutiveFailures: 0 },
    dueMs: T0 + 1_800_000,
    event: null,
    outbox: [],
    attempt: { record: { ...attempt, status: "confirmed" as const } },
  };
};

eachRedis((redis) => {
  test("default: kept under the next order number, listed apart, due from next ms", async () => {
    const store = redis().store();
    const party = newParty();
    const { vault, operator } = party;
    expect(await create(store, party)).toBe(1);
    const sync = { ...syncOf(party), id: 2 };
    expect(
      await createSync(store, { ...party, vault: `0x${vault.slice(2).toUpperCase()}` }),
    ).toEqual({
      ...{ ok: true, id: 2, version: 1, order: sync },
    });
    expect(await create(store, party)).toBe(3);
    const { orders } = await store.run(listOrders, { vault });
    expect(ordersOf("twap", orders).map(({ id }) => id)).toEqual([1, 3]);
    expect(orders[1]).toEqual({ order: sync, version: 1, openAttempt: null });
    expect((await claim(store, T0)).orders).toEqual([]);
    const { orders: claimed } = await claim(store, T0 + 1);
    expect(claimed.map(({ order }) => order.id)).toEqual([1, 2, 3]);
    expect(claimed[1]?.order).toEqual(sync);
    expect(operator).toBe(sync.operatorAddress);
  });

  test("behavior: a vault has one an operator, on any chain; refusals use no number", async () => {
    const store = redis().store();
    const party = newParty();
    expect(await createSync(store, party)).toMatchObject({ ok: true, id: 1 });
    const before = await store.snapshot();
    expect(await createSync(store, party, { chainId: 10 })).toEqual({
      ...{ ok: false, code: "vault_limit", active: 1, id: 1, chainId: 8453 },
    });
    expect(await store.snapshot()).toEqual(before);
    expect(await createSync(store, { ...party, operator: newAddress() })).toMatchObject({
      ok: true,
      id: 2,
    });
    await store.run(cancelOrders, {
      ...SYNC,
      vault: party.vault,
      chainIds: [8453],
      operator: party.operator,
      id: 1,
    });
    expect(await createSync(store, party, { chainId: 10 })).toMatchObject({ ok: true, id: 3 });
  });

  test("behavior: 20 creations at once: exactly one is taken", async () => {
    const store = redis().store();
    const party = newParty();
    const answers = await Promise.all(Array.from({ length: 20 }, () => createSync(store, party)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await store.run(listOrders, { vault: party.vault })).orders).toHaveLength(1);
  });

  test("behavior: takes none of a vault's three orders, one of its operator's thirty", async () => {
    const store = redis().store();
    const party = newParty();
    await createSync(store, party);
    expect([
      await create(store, party),
      await create(store, party),
      await create(store, party),
    ]).toEqual([2, 3, 4]);
    const fourth = newOrders.twap(orderOf(party.vault, party.operator));
    expect(await store.run(createOrder, fourth)).toMatchObject({
      ok: false,
      code: "vault_limit",
      active: 3,
    });
    const limited = newOrders.sync(syncOf({ ...newParty(), operator: party.operator }), {
      ofOperator: 4,
    });
    expect(await store.run(createOrder, limited)).toEqual({
      ok: false,
      code: "operator_limit",
      active: 4,
    });
  });

  test("behavior: no order command reaches it: neither by its number nor with all", async () => {
    const store = redis().store();
    const party = newParty();
    const { vault, operator } = party;
    await createSync(store, party);
    const of = { vault, operator, chainIds: [8453] as const, id: 1 };
    expect(await store.run(pauseOrder, { ...of, kind: "twap" })).toEqual({
      ok: false,
      code: "not_found",
    });
    expect(await store.run(resumeOrder, { ...of, dueMs: T0, ...LIMITS })).toEqual({
      ok: false,
      code: "not_found",
    });
    expect(await store.run(cancelOrders, { ...of, kind: "twap" })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(await store.run(cancelOrders, { kind: "twap", ...of, id: 0 })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect((await store.run(listOrders, { vault })).orders).toMatchObject([
      { order: { status: "active" } },
    ]);
  });

  test("behavior: its operator cancels from any chain, another owner where created", async () => {
    const store = redis().store();
    const party = newParty();
    const { vault, operator } = party;
    await createSync(store, party);
    expect(await create(store, party)).toBe(2);
    const other = { vault, operator: newAddress(), chainIds: [10] as const, id: 1 };
    expect(await store.run(cancelOrders, { ...SYNC, ...other })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect(await store.run(cancelOrders, { ...SYNC, ...other, operator, id: 2 })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    const [cancelled] = (await store.run(cancelOrders, { ...SYNC, ...other, operator })).cancelled;
    expect(cancelled).toMatchObject({
      statusBefore: "active",
      order: { id: 1, status: "cancelled", active: false },
    });
    expect(await store.run(cancelOrders, { ...SYNC, ...other, operator })).toEqual({
      cancelled: [],
      unreadable: [],
      dropped: false,
    });
    expect((await claim(store, T0 + 10_000_000)).orders.map(({ order }) => order.id)).toEqual([2]);
    await createSync(store, party);
    expect(
      (await store.run(cancelOrders, { ...SYNC, ...other, id: 3, chainIds: [8453] })).cancelled,
    ).toMatchObject([{ order: { id: 3 } }]);
  });

  test("behavior: a claim leases it as an order, its vault's other claims wait", async () => {
    const store = redis().store();
    const { vault, operator, agent, id } = await claimedSync(store);
    expect((await claim(store, T0 + LEASE_MS)).orders).toEqual([]);
    await create(store, { vault, operator, agent }, { createdAt: T0 });
    expect((await claim(store, T0 + LEASE_MS)).orders).toEqual([]);
    expect(
      (await claim(store, T0 + 2 + LEASE_MS)).orders.map(({ order }) => order.id).toSorted(),
    ).toEqual([id, id + 1]);
  });

  test("behavior: its attempt is the sending chain's, writes what it sends in record", async () => {
    const store = redis().store();
    const prepared = await preparedSync(store);
    const { vault, id, attempt, answer } = prepared;
    expect(answer).toMatchObject({
      ok: true,
      order: {
        status: "pending_confirmation",
        pendingAttempt: attempt.id,
        attemptsOfSlice: 1,
        ...ATTEMPTED,
      },
    });
    expect((await claim(store, T0 + 10_000_000)).orders).toEqual([]);
    const { attempts } = await claim(store, T0 + 2 + LEASE_MS, { chainIds: [10] });
    expect(attempts).toMatchObject([
      { attempt: { id: attempt.id, chainId: 10 }, order: { kind: "nav_sync", id } },
    ]);
    expect(await store.run(finishSlice, mined(prepared))).toMatchObject({
      ok: true,
      repeated: false,
    });
    expect(await store.run(finishSlice, mined(prepared))).toMatchObject({
      ok: true,
      repeated: true,
    });
    expect((await claim(store, T0 + 1_800_000)).orders).toEqual([]);
    expect((await claim(store, T0 + 1_800_001)).orders).toMatchObject([
      { order: { vaultAddress: vault, id } },
    ]);
  });

  test("behavior: nothing is prepared once cancelled, its vault frozen or lease over", async () => {
    const store = redis().store();
    const [cancelled, frozen, late] = [
      await claimedSync(store),
      await claimedSync(store),
      await claimedSync(store),
    ];
    await store.run(cancelOrders, {
      ...SYNC,
      vault: cancelled.vault,
      operator: cancelled.operator,
      chainIds: [8453],
      id: cancelled.id,
    });
    await store.run(freezeVault, { vault: frozen.vault, chainId: 8453, operator: frozen.operator });
    const prepare = ({ vault, operator, agent, id, guard }: typeof late, nowMs = T0 + 2) =>
      store.run(prepareAttempt, {
        ...{
          nowMs,
          chainNonce: 0,
          nextCheckMs: T0 + LEASE_MS,
          order: { ...guard, attempted: ATTEMPTED, isElsewhere: true as const },
        },
        attempt: attemptOf(vault, operator, agent, {
          ...{ id: `nav_sync:${vault}:${id}:1:1`, orderId: id, chainId: 10, data: `${BRIDGE}00` },
        }),
      });
    expect(await prepare(cancelled)).toEqual({ ok: false, code: "order_not_active" });
    expect(await prepare(frozen)).toEqual({ ok: false, code: "vault_frozen" });
    expect(await prepare(late, T0 + 1 + LEASE_MS)).toEqual({ ok: false, code: "lease_lost" });
  });

  test("behavior: cancelled, its transaction out is named, and its outcome written", async () => {
    const store = redis().store();
    const prepared = await preparedSync(store);
    const { vault, operator, id, attempt } = prepared;
    const [cancelled] = (
      await store.run(cancelOrders, { ...SYNC, vault, operator, chainIds: [8453], id })
    ).cancelled;
    expect(cancelled).toMatchObject({
      order: { status: "cancelled" },
      openAttempt: { hashes: attempt.hashes },
    });
    const order = {
      ...navSync.parse(cancelled!.order),
      syncsExecuted: 1,
      pendingAttempt: undefined,
    };
    const late = { ...mined(prepared), order, expectedVersion: cancelled!.version, dueMs: null };
    expect(await store.run(finishSlice, late)).toMatchObject({ ok: true });
    expect((await store.run(listOrders, { vault })).orders).toMatchObject([
      { order: { syncsExecuted: 1 } },
    ]);
  });

  test("behavior: idle runs leave no audit log entry, failed ones do, and an event", async () => {
    const store = redis().store();
    const { vault, guard, id } = await claimedSync(store);
    const order = ordersOf("nav_sync", (await store.run(listOrders, { vault })).orders)[0]!;
    const end = {
      guard: { leaseToken: guard.leaseToken },
      expectedVersion: guard.version,
      outbox: [],
    };
    const lines = () => store.command("LLEN", store.keys.audit(8453, vault));
    const before = await lines();
    expect(
      await store.run(finishSlice, {
        ...end,
        order,
        dueMs: T0 + 60_000,
        event: null,
        audit: auditRun(order, undefined),
      }),
    ).toMatchObject({ ok: true });
    expect(await lines()).toBe(before);
    const again = await claim(store, T0 + 60_001);
    const event = {
      type: "nav_sync" as const,
      orderId: id,
      timestamp: T0,
      success: false,
      token: "USDC",
      error: "no",
    };
    const failed = { ...order, consecutiveFailures: 1 };
    const version = again.orders[0]?.version ?? 0;
    const refusal = { code: "rpc_unavailable" };
    const guarded = { guard: { leaseToken: again.token }, expectedVersion: version, outbox: [] };
    expect(
      await store.run(finishSlice, {
        ...guarded,
        order: failed,
        dueMs: T0 + 120_000,
        event,
        refusal,
        audit: auditRun(failed, refusal),
      }),
    ).toMatchObject({ ok: true });
    expect(await lines()).toBe(Number(before) + 1);
    expect((await store.run(readEvents, { vault, nowMs: T0 })).events).toEqual([event]);
  });

  test("error: an order cannot become another kind", async () => {
    const store = redis().store();
    const { vault, operator, guard } = await claimedSync(store);
    const order = { ...orderOf(vault, operator), id: guard.id };
    const end = {
      guard: { leaseToken: guard.leaseToken },
      expectedVersion: guard.version,
      order,
      dueMs: T0,
      event: null,
    };
    await expect(store.run(finishSlice, { ...end, outbox: [] })).rejects.toMatchObject({
      code: "store_unavailable",
    });
  });
});
