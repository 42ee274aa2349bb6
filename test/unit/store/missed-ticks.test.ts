import fc from "fast-check";
import { expect, test } from "vitest";
import { notification } from "../../../schemas/notification.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { readLastTick, tellMissedTicks } from "../../../src/store/orders/tell-missed-ticks.ts";
import { settleOutbox } from "../../../src/store/outbox/settle-outbox.ts";
import { takeOutbox } from "../../../src/store/outbox/take-outbox.ts";
import { eachRedis } from "./support/each-redis.ts";
import { FREE_PACE } from "./support/free-pace.ts";
import { OF_TELEGRAM } from "./support/of-telegram.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claimed, create, LEASE_MS, newParty, type Party } from "./support/steps.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const pair = (store: TestStore, { operator }: Party) =>
  pairTelegram(store, operator, '{"chatId":"7"}');
async function paired(store: TestStore): Promise<Party> {
  const party = newParty();
  await create(store, party);
  await pair(store, party);
  return party;
}
/** A tick's first claim; gives the outage that is to be told of. */
const tick = async (store: TestStore, nowMs: number, jti?: string) =>
  claimed(
    await store.run(claimDue, {
      nowMs,
      limit: 10,
      leaseMs: LEASE_MS,
      chainIds: [8453],
      lateAfterMs: 10 * MINUTE,
      ...(jti !== undefined && { jti }),
    }),
  ).missedSinceMs;
const lastTick = async (store: TestStore) => (await store.run(readLastTick, {})).lastTickMs;
const tell = (store: TestStore, lastTickMs: number, limit = 100) =>
  store.run(tellMissedTicks, { nowMs: T0 + HOUR, lastTickMs, limit });
/**
 * Takes everything out of the outbox as told; gives whom an outage was told, and passes over what
 * became of orders.
 */
async function deliver(store: TestStore): Promise<string[]> {
  const { chats, leaseUntilMs } = await store.run(takeOutbox, {
    ...OF_TELEGRAM,
    nowMs: T0 + 9 * HOUR,
    limit: 10,
    leaseMs: 1_000,
    pace: FREE_PACE,
  });
  for (const { chatId, operators, items } of chats) {
    const delivered = items.map(({ id }) => id);
    const rest = { leaseUntilMs, refused: [], failed: [], maxTries: 5 };
    await store.run(settleOutbox, {
      channel: "telegram",
      chats: [{ chatId, operators, nextMs: T0, goesOn: true }],
      delivered,
      ...rest,
    });
  }
  const items = chats
    .flatMap((chat) => chat.items)
    .filter(({ id }) => id.startsWith("scheduler_missed:"));
  return items.map(({ operator }) => operator).sort();
}

eachRedis((redis) => {
  test("default: the tick claim writes its time; two intervals without are an outage", async () => {
    const store = redis().store();
    expect(await lastTick(store)).toBeNull();
    expect(await tick(store, T0)).toBeUndefined();
    expect(await lastTick(store)).toBe(T0);
    expect(await tick(store, T0 + 10 * MINUTE)).toBeUndefined();
    expect(await tick(store, T0 + 20 * MINUTE + 1)).toBe(T0 + 10 * MINUTE);
    expect(await lastTick(store)).toBe(T0 + 20 * MINUTE + 1);
  });

  test("behavior: an untold outage comes every tick till told, a later replaces it", async () => {
    const store = redis().store();
    await tick(store, T0);
    await tick(store, T0 + 11 * MINUTE);
    expect(await tick(store, T0 + 16 * MINUTE)).toBe(T0);
    expect(await tick(store, T0 + 40 * MINUTE)).toBe(T0 + 16 * MINUTE);
    expect(await tell(store, T0)).toEqual({ notified: 0, more: false });
    expect(await tick(store, T0 + 41 * MINUTE)).toBe(T0 + 16 * MINUTE);
    expect(await tell(store, T0 + 16 * MINUTE)).toEqual({ notified: 0, more: false });
    expect(await tick(store, T0 + 42 * MINUTE)).toBeUndefined();
  });

  test("behavior: a delivery seen before, a further batch, a late clock are no tick", async () => {
    const store = redis().store();
    await tick(store, T0, "a");
    const claim = { limit: 10, leaseMs: LEASE_MS, chainIds: [8453] as const };
    const again = { ...claim, nowMs: T0 + HOUR, jti: "a", lateAfterMs: 10 * MINUTE };
    expect(await store.run(claimDue, again)).toEqual({ duplicate: true });
    expect(
      claimed(await store.run(claimDue, { ...claim, nowMs: T0 + HOUR })).missedSinceMs,
    ).toBeUndefined();
    expect(await tick(store, T0 - HOUR)).toBeUndefined();
    expect(await lastTick(store)).toBe(T0);
  });

  test("default: each outage notifies paired operators with active orders once", async () => {
    const store = redis().store();
    const [one, other] = [await paired(store), await paired(store)];
    await create(store, one);
    await create(store, newParty());
    const none = await paired(store);
    await store.run(cancelOrders, { kind: "twap", vault: none.vault, chainIds: [8453], id: 0 });

    expect(await tell(store, T0)).toEqual({ notified: 2, more: false });
    expect(await tell(store, T0)).toEqual({ notified: 0, more: false });
    expect(await deliver(store)).toEqual([one.operator, other.operator].sort());
    expect(await tell(store, T0)).toEqual({ notified: 0, more: false });

    expect(await tell(store, T0 + HOUR)).toEqual({ notified: 2, more: false });
    expect(await tell(store, T0)).toEqual({ notified: 0, more: false });
    expect(await deliver(store)).toEqual([one.operator, other.operator].sort());
  });

  test("behavior: restarting in an outage tells an operator once; a new one is told", async () => {
    const store = redis().store();
    const party = await paired(store);
    await tell(store, T0);
    await deliver(store);
    await store.run(cancelOrders, { kind: "twap", vault: party.vault, chainIds: [8453], id: 0 });
    await create(store, party);
    expect(await tell(store, T0)).toEqual({ notified: 0, more: false });
    await paired(store);
    expect(await tell(store, T0)).toEqual({ notified: 1, more: false });
  });

  test("behavior: the notification can be shown; its id names operator and outage", async () => {
    const store = redis().store();
    const { operator } = await paired(store);
    await tell(store, T0);
    const { chats } = await store.run(takeOutbox, {
      ...OF_TELEGRAM,
      nowMs: T0 + 2 * HOUR,
      limit: 10,
      leaseMs: 1_000,
      pace: FREE_PACE,
    });
    const [item] = chats.flatMap(({ items }) => items);
    const id = `scheduler_missed:${operator}:${T0}`;
    expect(item?.id).toBe(id);
    expect(notification.parse(JSON.parse(item?.payload ?? ""))).toEqual({
      kind: "scheduler_missed",
      id,
      operator,
      createdAt: T0 + HOUR,
      lastTickAt: T0,
    });
  });

  test("property: operators come and go, in any pages none is missed or told twice", async () => {
    const changes = fc.array(fc.constantFrom("comes", "goes", "returns"), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(changes, { maxLength: 4 }),
        async (count, limit, between) => {
          const store = redis().store();
          const present: Party[] = [];
          const gone: Party[] = [];
          for (let i = 0; i < count; i += 1) present.push(await paired(store));
          const told: string[] = [];
          for (const step of [...between, [], [], [], [], [], [], [], [], [], []]) {
            for (const change of step) {
              const party =
                change === "goes" ? present.pop() : change === "returns" ? gone.pop() : undefined;
              if (change === "comes") present.push(await paired(store));
              if (party === undefined) continue;
              if (change === "goes") {
                await store.run(cancelOrders, {
                  kind: "twap",
                  vault: party.vault,
                  chainIds: [8453],
                  id: 0,
                });
                gone.push(party);
              } else {
                await create(store, party);
                present.push(party);
              }
            }
            await tell(store, T0, limit);
            told.push(...(await deliver(store)));
          }
          expect(new Set(told).size).toBe(told.length);
          for (const { operator } of present) expect(told).toContain(operator);
        },
      ),
      { numRuns: 8 },
    );
  });
});
