import { expect, test } from "vitest";
import { ORDER_KINDS, type OrderKindId } from "../../../schemas/order-kinds.ts";
import { TRIGGER_LIMITS } from "../../../schemas/trigger-limits.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { listOrders } from "../../../src/store/orders/get-order.ts";
import { pauseAllOrders } from "../../../src/store/orders/pause-order.ts";
import { newOrders } from "../../support/new-orders.ts";
import { syncFixture } from "../navsync/sync-fixture.ts";
import { triggerOf } from "../triggers/trigger-fixture.ts";
import { eachRedis } from "./support/each-redis.ts";
import { T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { claim, create, LEASE_MS, newParty, type Party, preparedOrder } from "./support/steps.ts";

// A record that a fault or an older version has left damaged stops its own order, and nothing else.

type Fields = Record<string, unknown>;
type Damage = (record: Fields) => string;
const withField =
  (changes: Fields): Damage =>
  (record) =>
    JSON.stringify({ ...record, ...changes });
/** Of any kind of record: what a script would read as something else. */
const OF_ANY: readonly Damage[] = [
  () => "{oops",
  () => "5",
  withField({ expiresAt: "soon" }),
  withField({ startAt: "soon" }),
  withField({ chainId: undefined }),
  withField({ operatorAddress: undefined }),
  withField({ kind: "swap" }),
];
const OF_TWAP: readonly Damage[] = [
  withField({ slicesExecuted: "one" }),
  withField({ skippedSlices: 3 }),
];
const KINDS = ["TWAP order", "trigger order", "NAV sync"] as const;
type Kind = (typeof KINDS)[number];
const DAMAGES = KINDS.flatMap((kind) =>
  [...OF_ANY, ...(kind === "TWAP order" ? OF_TWAP : [])].map((by): [Kind, Damage] => [kind, by]),
);

const trigger = ({ vault, operator }: Party) => {
  const { id: _, ...fixture } = triggerOf({
    createdAt: T0,
    vaultAddress: vault,
    operatorAddress: operator,
  });
  return fixture;
};
const sync = ({ vault, operator }: Party) => {
  const { id: _, ...fixture } = syncFixture({
    createdAt: T0,
    vaultAddress: vault,
    operatorAddress: operator,
  });
  return fixture;
};

/** A new one of the kind, waiting so that a claim counts a look at it. */
async function createOf(store: TestStore, kind: Kind, party: Party): Promise<number> {
  if (kind === "TWAP order")
    return create(store, party, { waiting: { reason: "gas_price", sinceMs: T0 } });
  const created =
    kind === "trigger order"
      ? await store.run(createOrder, newOrders.trigger(trigger(party)))
      : await store.run(createOrder, newOrders.sync(sync(party)));
  if (!created.ok) throw new Error(created.code);
  return created.id;
}

async function damage(store: TestStore, { vault }: Party, id: number, by: Damage) {
  const key = store.keys.order(vault, id);
  await store.command(
    "HSET",
    key,
    "json",
    by(JSON.parse(String(await store.command("HGET", key, "json")))),
  );
}

eachRedis((redis) => {
  test("behavior: damaged records stop no claim: leased and named, others given out", async () => {
    const store = redis().store();
    const fine = newParty();
    const broken = DAMAGES.map(() => newParty());
    for (const [index, [kind, by]] of DAMAGES.entries()) {
      const party = broken[index]!;
      await damage(store, party, await createOf(store, kind, party), by);
      await create(store, party);
    }
    await create(store, fine);
    const { orders, unreadable } = await claim(store, T0 + 1);
    expect(orders.map(({ order }) => `${order.vaultAddress}:${order.id}`).sort()).toEqual(
      [...broken.map(({ vault }) => `${vault}:2`), `${fine.vault}:1`].sort(),
    );
    const named = broken.map(({ vault }) => `${vault}:1`).sort();
    expect(unreadable.sort()).toEqual(named);
    expect((await claim(store, T0 + 2)).unreadable).toEqual([]);
    expect((await claim(store, T0 + LEASE_MS + 2)).unreadable.sort()).toEqual(named);
  });

  test.each(KINDS)(
    "behavior: beside a damaged %s the vault's orders are listed, created, paused and cancelled",
    async (kind) => {
      const store = redis().store();
      for (const [, by] of DAMAGES.filter(([of]) => of === kind)) {
        const party = newParty();
        const { vault, operator } = party;
        const call = { vault, operator, chainIds: [8453] as const };
        await damage(store, party, await createOf(store, kind, party), by);
        const second = await create(store, party);
        const third = await createOf(store, kind, party);
        const listed = await store.run(listOrders, { vault });
        const ids = listed.orders.map(({ order }) => order.id).sort();
        expect([ids, listed.unreadable]).toEqual([[second, third], [1]]);
        const own = kind === "TWAP order" ? [second, third] : [second];
        const paused = await store.run(pauseAllOrders, { ...call, kind: "twap" });
        expect([paused.paused.map(({ order }) => order.id).sort(), paused.unreadable]).toEqual([
          own,
          [1],
        ]);
        const cancelled = await store.run(cancelOrders, { kind: "twap", ...call, id: 0 });
        expect([
          cancelled.cancelled.map(({ order }) => order.id).sort(),
          cancelled.unreadable,
        ]).toEqual([own, [1]]);
      }
    },
  );

  test("behavior: a record only the scripts can read is stopped with the rest, named", async () => {
    const store = redis().store();
    const party = newParty();
    await create(store, party);
    await create(store, party);
    await damage(store, party, 1, withField({ sellDecimals: "six" }));
    const call = { vault: party.vault, operator: party.operator, chainIds: [8453] as const };
    const paused = await store.run(pauseAllOrders, { ...call, kind: "twap" });
    expect([paused.paused.map(({ order }) => order.id), paused.unreadable]).toEqual([[2], [1]]);
    const record = JSON.parse(
      String(await store.command("HGET", store.keys.order(party.vault, 1), "json")),
    );
    expect(record.status).toBe("paused");
  });

  test("behavior: damaged records, leases, attempts and venue orders stop no claim", async () => {
    const store = redis().store();
    const [looked, leased, watched, fine] = [
      newParty(),
      newParty(),
      await preparedOrder(store),
      newParty(),
    ];
    await createOf(store, "TWAP order", looked);
    await store.command("HSET", store.keys.slices(looked.vault, 1), "1:looks", "many");
    await create(store, leased);
    await store.command("HSET", store.keys.order(leased.vault, 1), "lease", "mine");
    await store.command("ZADD", store.keys.attemptsWatched(8453), T0, watched.attempt.id);
    await store.command("HDEL", store.keys.attempt(watched.attempt.id), "operator");
    await store.command("ZADD", store.keys.venueOrdersDue(8453), T0, "venue-order");
    await store.command(
      "HSET",
      store.keys.venueOrder("venue-order"),
      "json",
      "5",
      "status",
      "waiting",
      "looks",
      "0",
    );
    await create(store, fine);
    const { orders, unreadable } = await claim(store, T0 + 10);
    expect(orders.map(({ order }) => order.vaultAddress).sort()).toEqual(
      [leased.vault, fine.vault].sort(),
    );
    expect(unreadable.sort()).toEqual(
      [`${looked.vault}:1`, watched.attempt.id, "venue-order"].sort(),
    );
  });

  test.each(KINDS)(
    "behavior: a damaged %s does not count: there is room for as many as without it",
    async (kind) => {
      const store = redis().store();
      const operator = newParty().operator;
      const most = kind === "trigger order" ? TRIGGER_LIMITS.maxActivePerOperator : 30;
      const parties = Array.from({ length: most }, () => ({ ...newParty(), operator }));
      for (const party of parties) await createOf(store, kind, party);
      const another = () => createOf(store, kind, { ...newParty(), operator });
      await expect(another()).rejects.toThrow("operator_limit");
      await damage(store, parties[0]!, 1, () => "{oops");
      await damage(store, parties[1]!, 1, withField({ chainId: undefined }));
      await another();
      await another();
      await expect(another()).rejects.toThrow("operator_limit");
    },
  );

  const IDS: Record<Kind, OrderKindId> = {
    "TWAP order": "twap",
    "trigger order": "trigger",
    "NAV sync": "nav_sync",
  };
  test.each(KINDS)(
    "behavior: a damaged %s is ended by its number, which the audit log names",
    async (kind) => {
      const store = redis().store();
      for (const [, by] of DAMAGES.filter(([of]) => of === kind)) {
        const party = newParty();
        const { vault, operator } = party;
        await damage(store, party, await createOf(store, kind, party), by);
        await create(store, party);
        const call = { kind: IDS[kind], vault, operator, chainIds: [8453] as const, id: 1 };
        // Where its chain is not the caller's nothing is said or changed of it.
        expect((await store.run(cancelOrders, { ...call, chainIds: [1] })).dropped).toBe(false);
        expect((await store.run(listOrders, { vault })).unreadable).toEqual([1]);
        expect((await store.run(cancelOrders, call)).dropped).toBe(true);
        expect((await store.run(cancelOrders, call)).dropped).toBe(false);
        const listed = await store.run(listOrders, { vault });
        expect([listed.orders.map(({ order }) => order.id), listed.unreadable]).toEqual([[2], []]);
        const member = `${vault}:1`;
        for (const of of Object.keys(ORDER_KINDS))
          expect(
            await store.command("SMEMBERS", store.keys.operatorOrders(operator, of)),
          ).not.toContain(member);
        for (const key of [store.keys.due(8453), store.keys.dueOf(8453, operator)])
          expect(await store.command("ZSCORE", key, member)).toBeNull();
        expect(await store.command("EXISTS", store.keys.order(vault, 1))).toBe(0);
        const entries = (await store.command(
          "LRANGE",
          store.keys.audit(8453, vault),
          "0",
          "-1",
        )) as string[];
        const last = entries.at(-1)!.split("|");
        expect([last[2], JSON.parse(last[3]!)]).toEqual([
          "1",
          { kind: "order_cancelled", actor: operator, damaged: true },
        ]);
      }
    },
  );

  test("behavior: a damaged order, transaction out, is in no index but stays to end", async () => {
    const store = redis().store();
    const prepared = await preparedOrder(store);
    await damage(store, prepared, 1, () => "{oops");
    const call = {
      kind: "twap" as const,
      vault: prepared.vault,
      operator: prepared.operator,
      chainIds: [8453] as const,
      id: 1,
    };
    expect((await store.run(cancelOrders, call)).dropped).toBe(true);
    expect(await store.command("HGET", store.keys.order(prepared.vault, 1), "attempt")).toBe(
      prepared.attempt.id,
    );
    expect((await claim(store, T0 + LEASE_MS + 10)).unreadable).not.toContain(
      `${prepared.vault}:1`,
    );
  });
});
