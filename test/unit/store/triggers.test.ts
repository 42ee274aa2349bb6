import { expect, test } from "vitest";
import { type TriggerOrder, triggerOrder } from "../../../schemas/trigger-order.ts";
import { ordersOf } from "../../../src/kinds/kind-of.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { readAudit } from "../../../src/store/audit/read-audit.ts";
import { becomeOrder } from "../../../src/store/orders/become-order.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { listOrders } from "../../../src/store/orders/get-order.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { readEvents } from "../../../src/store/orders/read-events.ts";
import { noteLooks } from "../../../src/store/orders/record-waiting.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { applyTriggerOutcome } from "../../../src/triggers/apply-trigger-outcome.ts";
import { auditTrigger } from "../../../src/triggers/audit-trigger.ts";
import { orderOfTrigger } from "../../../src/triggers/decide-trigger.ts";
import { firedTrigger } from "../../../src/triggers/fired-trigger.ts";
import { newOrders } from "../../support/new-orders.ts";
import { FIRING, triggerOf } from "../triggers/trigger-fixture.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claim, create, LEASE_MS, newParty, type Party } from "./support/steps.ts";

const INTO = {
  sliceCount: 4,
  sliceAmount: "0.25",
  sliceBase: "250000000000000000",
  intervalMinutes: 5,
};

const newTrigger = (
  { vault, operator }: Party,
  changes: Partial<TriggerOrder> = {},
): Omit<TriggerOrder, "id"> => {
  const { id: _, ...trigger } = triggerOf({
    createdAt: T0,
    vaultAddress: vault,
    operatorAddress: operator,
    ...changes,
  });
  return trigger;
};
const createOne = (store: TestStore, party: Party, changes: Partial<TriggerOrder> = {}) =>
  store.run(createOrder, newOrders.trigger(newTrigger(party, changes)));
const TRIGGER = { kind: "trigger", reachesOwn: true } as const;

/** A delegated vault with one trigger order, claimed at T0 + 1 with its price met. */
async function claimedTrigger(
  store: TestStore,
  changes: Partial<TriggerOrder> = {},
  party: Party = newParty(),
) {
  const created = await createOne(store, party, changes);
  if (!created.ok) throw new Error(created.code);
  await store.run(saveDelegation, {
    record: delegationOf(party.vault, party.operator, party.agent),
  });
  const { token, orders } = await claim(store, T0 + 1);
  const { version } = orders.find(
    ({ order }) => order.vaultAddress === party.vault && order.id === created.id,
  )!;
  const trigger: TriggerOrder = { ...triggerOrder.parse(created.order), firing: FIRING };
  return { ...party, id: created.id, trigger, leaseToken: token, version };
}
type Claimed = Awaited<ReturnType<typeof claimedTrigger>>;

function firing({ trigger, leaseToken, version, operator }: Claimed, most = {}) {
  const { order, event, notifications } = firedTrigger(
    trigger,
    { how: "ordered", twapOrderId: 0 },
    T0 + 2,
  );
  const becomes = orderOfTrigger(trigger, T0 + 2);
  if (event === null || becomes === undefined) throw new Error("it does not become an order");
  return {
    ...{
      nowMs: T0 + 2,
      leaseToken,
      expectedVersion: version,
      order,
      event,
      numberField: "twapOrderId",
    },
    ...{ audit: auditTrigger.changed(order, event), opens: newOrders.twap(becomes, most) },
    outbox: notifications.map((payload) => ({ id: payload.id, operator, dueMs: T0, payload })),
  };
}

const contents = async (store: TestStore, vault: Party["vault"]) => {
  const { entries } = await store.run(readAudit, { vault, chainId: 8453, from: 1, limit: 100 });
  return entries.map(({ content, orderId }) => ({ ...JSON.parse(content), number: orderId }));
};

eachRedis((redis) => {
  test("default: kept under the vault's next order number, listed apart, due next ms", async () => {
    const store = redis().store();
    const party = newParty();
    expect(await create(store, party)).toBe(1);
    const trigger = { ...newTrigger(party), id: 2 };
    expect(await createOne(store, party)).toEqual({ ok: true, id: 2, version: 1, order: trigger });
    const listed = await store.run(listOrders, { vault: party.vault });
    expect(ordersOf("twap", listed.orders).map(({ id }) => id)).toEqual([1]);
    expect(listed.orders.slice(1)).toEqual([{ order: trigger, version: 1, openAttempt: null }]);
    expect((await claim(store, T0)).orders).toEqual([]);
    expect((await claim(store, T0 + 1)).orders.map(({ order }) => order.id)).toEqual([1, 2]);
  });

  test("behavior: of 20 creations ten for a vault and chain, beside its three orders", async () => {
    const store = redis().store();
    const party = newParty();
    const answers = await Promise.all(Array.from({ length: 20 }, () => createOne(store, party)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    expect(await createOne(store, party)).toMatchObject({
      ok: false,
      code: "vault_limit",
      active: 10,
    });
    expect(await createOne(store, party, { chainId: 10 })).toMatchObject({ ok: true, id: 11 });
    expect([
      await create(store, party),
      await create(store, party),
      await create(store, party),
    ]).toEqual([12, 13, 14]);
    const cancelled = {
      vault: party.vault,
      chainIds: [8453] as const,
      operator: party.operator,
      id: 1,
    };
    expect((await store.run(cancelOrders, { ...TRIGGER, ...cancelled })).cancelled).toMatchObject([
      { statusBefore: "active" },
    ]);
    expect((await store.run(cancelOrders, { ...TRIGGER, ...cancelled })).cancelled).toEqual([]);
    expect(await createOne(store, party)).toMatchObject({ ok: true, id: 15 });
  });

  test("behavior: an operator has a hundred", async () => {
    const store = redis().store();
    const party = newParty();
    for (let vaults = 0; vaults < 10; vaults += 1) {
      const { vault } = newParty();
      for (let i = 0; i < 10; i += 1)
        expect((await createOne(store, { ...party, vault })).ok).toBe(true);
    }
    expect(await createOne(store, party)).toEqual({
      ok: false,
      code: "operator_limit",
      active: 100,
    });
    expect(await create(store, party)).toBe(1);
  });

  test("behavior: what is for TWAP orders does not reach it", async () => {
    const store = redis().store();
    const party = newParty();
    await createOne(store, party);
    const call = { vault: party.vault, chainIds: [8453] as const, operator: party.operator };
    expect((await store.run(cancelOrders, { kind: "twap", ...call, id: 0 })).cancelled).toEqual([]);
    expect((await store.run(cancelOrders, { kind: "twap", ...call, id: 1 })).cancelled).toEqual([]);
    expect(await store.run(pauseOrder, { kind: "twap", ...call, id: 1 })).toEqual({
      ok: false,
      code: "not_found",
    });
  });

  test("default: claim looks are written in one trip, if unchanged, lease theirs", async () => {
    const store = redis().store();
    const [first, gone, other] = [
      await claimedTrigger(store),
      await claimedTrigger(store),
      await claimedTrigger(store),
    ];
    await store.run(cancelOrders, {
      ...TRIGGER,
      vault: gone.vault,
      chainIds: [8453],
      operator: gone.operator,
      id: gone.id,
    });
    const lookOf = ({ trigger, version }: Claimed) => {
      const { firing: _, ...watching } = trigger;
      return {
        order: { ...watching, lastLook: { atMs: T0 + 2, price: "3100" } },
        version,
        dueMs: T0 + 240_000,
      };
    };
    const { leaseToken } = first;
    const looks = [first, gone, other].map(lookOf);
    expect(await store.run(noteLooks, { nowMs: T0 + 2, leaseToken, looks })).toEqual({ noted: 1 });
    const [kept] = ordersOf(
      "trigger",
      (await store.run(listOrders, { vault: first.vault })).orders,
    );
    expect(kept?.lastLook).toEqual({ atMs: T0 + 2, price: "3100" });
    const [cancelled] = (await store.run(listOrders, { vault: gone.vault })).orders;
    expect(cancelled?.order).toMatchObject({ status: "cancelled" });
    // Its lease is given back: due by its time, not at the end of the lease.
    const due = async (nowMs: number) =>
      (await claim(store, nowMs)).orders.some(({ order }) => order.vaultAddress === first.vault);
    expect([await due(T0 + 240_000), await due(T0 + 240_001)]).toEqual([false, true]);
  });

  test("default: into a TWAP: its trigger's end makes it, tells, logs; twice is once", async () => {
    const store = redis().store();
    const claimed = await claimedTrigger(store, { into: INTO, sellToken: 'x"twapOrderId":0}' });
    const call = { ...firing(claimed), requestId: newHash() };
    expect(await store.run(becomeOrder, call)).toEqual({ ok: true, id: 2 });
    expect(await store.run(becomeOrder, call)).toEqual({ ok: true, id: 2 });
    expect(await store.run(becomeOrder, firing(claimed))).toEqual({
      ok: false,
      code: "order_not_active",
    });
    const { orders } = await store.run(listOrders, { vault: claimed.vault });
    expect(ordersOf("twap", orders)).toMatchObject([
      {
        ...{
          id: 2,
          active: true,
          totalAmount: "1",
          sliceCount: 4,
          sliceBase: "250000000000000000",
        },
        ...{
          operatorAddress: claimed.operator,
          autoExecute: true,
          dex: "uniswap",
          sellToken: 'x"twapOrderId":0}',
        },
      },
    ]);
    expect(ordersOf("trigger", orders)).toMatchObject([
      {
        active: false,
        status: "completed",
        result: { how: "ordered", twapOrderId: 2 },
        sellToken: 'x"twapOrderId":0}',
      },
    ]);
    expect(
      (await store.run(readEvents, { vault: claimed.vault, nowMs: T0 + 3 })).events,
    ).toMatchObject([{ type: "trigger", how: "ordered", twapOrderId: 2, price: "2990.5" }]);
    expect((await contents(store, claimed.vault)).slice(-2)).toMatchObject([
      { kind: "order_created", number: 2, sliceCount: 4 },
      {
        kind: "trigger_changed",
        how: "ordered",
        orderId: 1,
        number: 2,
        condition: "stop: ETH at or below 3000 USDC",
      },
    ]);
    expect((await claim(store, T0 + 3)).orders.map(({ order }) => order.id)).toEqual([2]);
  });

  test("error: into a TWAP with three, frozen, cancelled or late, nothing is written", async () => {
    const store = redis().store();
    const full = await claimedTrigger(store, { into: INTO });
    for (let i = 0; i < 3; i += 1) await create(store, full);
    const frozen = await claimedTrigger(store, { into: INTO });
    await store.run(freezeVault, { vault: frozen.vault, chainId: 8453, operator: frozen.operator });
    const cancelled = await claimedTrigger(store, { into: INTO });
    await store.run(cancelOrders, {
      ...TRIGGER,
      vault: cancelled.vault,
      chainIds: [8453],
      operator: cancelled.operator,
      id: 1,
    });
    const late = await claimedTrigger(store, { into: INTO });
    for (const [claimed, code, changes, most] of [
      [full, "vault_limit", {}],
      [frozen, "vault_frozen", {}],
      [cancelled, "order_not_active", {}],
      [late, "lease_lost", { nowMs: T0 + 1 + LEASE_MS }],
      [late, "lease_lost", { expectedVersion: late.version - 1 }],
      [late, "lease_lost", { leaseToken: late.leaseToken + 1 }],
      [late, "operator_limit", {}, { ofOperator: 0 }],
    ] as const) {
      const before = await store.snapshot();
      expect(await store.run(becomeOrder, { ...firing(claimed, most), ...changes })).toMatchObject({
        ok: false,
        code,
      });
      expect(await store.snapshot()).toEqual(before);
    }
  });

  test("behavior: a trade has one attempt at a time, recorded price, trigger's end", async () => {
    const store = redis().store();
    const { vault, operator, agent, id, leaseToken, version } = await claimedTrigger(store);
    const attempt = attemptOf(vault, operator, agent, {
      id: `trigger:${vault}:${id}:1`,
      orderId: id,
    });
    const prepare = (nowMs: number, changes: object = {}) =>
      store.run(prepareAttempt, {
        ...{
          nowMs,
          attempt: { ...attempt, ...changes },
          chainNonce: 0,
          nextCheckMs: T0 + LEASE_MS,
        },
        order: {
          vault,
          id,
          leaseToken,
          version,
          attempted: { lastExecution: T0 + 1, firing: FIRING },
        },
      });
    const prepared = await prepare(T0 + 2);
    if (!prepared.ok || prepared.order === null || prepared.version === null)
      throw new Error(JSON.stringify(prepared));
    expect(prepared.order).toMatchObject({
      status: "pending_confirmation",
      attemptsOfSlice: 1,
      firing: FIRING,
    });
    expect(await prepare(T0 + 3)).toMatchObject({ ok: false, code: "attempt_exists" });
    expect(await prepare(T0 + 3, { id: `trigger:${vault}:${id}:2` })).toMatchObject({
      ok: false,
      code: "attempt_open",
    });
    expect((await claim(store, T0 + 900_000)).orders).toEqual([]);
    const outcome = {
      kind: "executed",
      sellBase: 10n ** 18n,
      buyBase: 5n,
      estimated: false,
      hash: newHash(),
      blockNumber: 5n,
    };
    const next = applyTriggerOutcome(prepared.order as TriggerOrder, outcome as never, {
      nowMs: T0 + 9,
      knownMs: T0 + 9,
    });
    const finish = {
      ...{
        guard: { attemptId: attempt.id },
        expectedVersion: prepared.version,
        order: next.order,
        dueMs: next.dueMs,
      },
      ...{
        audit: next.event
          ? auditTrigger.changed(next.order, next.event, { attempt: attempt.id })
          : undefined,
      },
      ...{
        event: next.event,
        outbox: [],
        attempt: { record: { ...attempt, status: "confirmed" as const } },
      },
    };
    expect(await store.run(finishSlice, finish)).toMatchObject({ ok: true, repeated: false });
    expect(await store.run(finishSlice, finish)).toMatchObject({ ok: true, repeated: true });
    expect((await contents(store, vault)).slice(-2)).toMatchObject([
      { kind: "attempt_ended", status: "confirmed" },
      {
        kind: "trigger_changed",
        how: "executed",
        price: "2990.5",
        attempt: attempt.id,
        orderId: id,
      },
    ]);
    expect((await store.run(listOrders, { vault })).orders[0]?.order).toMatchObject({
      status: "completed",
      active: false,
    });
  });
});
