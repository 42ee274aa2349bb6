import { expect, test } from "vitest";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { storedPerpLimits } from "../../../src/store/vaults/load-call-context.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { eachRedis } from "./support/each-redis.ts";
import { T0 } from "./support/records.ts";
import {
  claim,
  claimed,
  claimedOrder,
  create,
  due,
  LEASE_MS,
  newParty,
  preparedOrder,
} from "./support/steps.ts";

const BASE = [8453] as const;

eachRedis((redis) => {
  test("default: one request claims the order and all known of operator and vault", async () => {
    const store = redis().store();
    const { vault, operator, agent, attempt } = await preparedOrder(store);
    await create(store, { vault, operator, agent });
    await store.run(saveSetting, { operator, field: "slippageBps", value: 50 });
    await store.run(freezeVault, { chainId: 8453, vault });
    redis().proxy.reset();
    const { orders } = await claim(store, T0 + LEASE_MS + 2);
    expect(redis().proxy.log().length).toBe(1);
    expect(orders).toMatchObject([{ order: { id: 2 }, version: 2 }]);
    expect(orders[0]?.context).toEqual({
      settings: { slippageBps: 50 },
      boundSeen: false,
      delegation: expect.objectContaining({ agent, enabled: true }),
      frozen: true,
      nonceQueue: {
        agent,
        highestConfirmed: null,
        highestOpen: attempt.nonce,
        lowestOpen: attempt.nonce,
      },
      navBaseline: null,
      venuePrices: [],
      paired: false,
      perpLimits: storedPerpLimits.parse(undefined),
      limits: null,
      spent: null,
    });
  });

  test("behavior: due is now > score; by due time, to the limit, `left` the others", async () => {
    const store = redis().store();
    const parties = [newParty(), newParty(), newParty()];
    for (const party of parties) await create(store, party);
    for (const [i, party] of parties.entries()) await due(store, party, T0 + 30 - i * 10);
    const vaults = ({ orders }: { orders: { order: { vaultAddress: string } }[] }) =>
      orders.map(({ order }) => order.vaultAddress);
    const [third, second, first] = parties.map(({ vault }) => vault);
    expect((await claim(store, T0 + 10)).orders).toEqual([]);
    const one = await claim(store, T0 + 31, { limit: 2 });
    expect([vaults(one), one.left]).toEqual([
      [first, second],
      [{ chainId: 8453, orders: 1, attempts: 0, watched: 0 }],
    ]);
    const two = await claim(store, T0 + 31, { limit: 2 });
    expect([vaults(two), two.left]).toEqual([[third], []]);
  });

  test("behavior: 50 claims at once: every order is leased once, tokens differ", async () => {
    const store = redis().store();
    const parties = Array.from({ length: 40 }, newParty);
    await Promise.all(parties.map((party) => create(store, party)));
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => claim(store, T0 + 1, { limit: 3 })),
    );
    const taken = claims.flatMap(({ orders }) => orders.map(({ order }) => order.vaultAddress));
    expect(taken.sort()).toEqual(parties.map(({ vault }) => vault).sort());
    expect(new Set(claims.map(({ token }) => token)).size).toBe(50);
  });

  test("behavior: an ended lease is claimed again, token and version up, no ms early", async () => {
    const store = redis().store();
    const { guard } = await claimedOrder(store);
    const end = T0 + 1 + LEASE_MS;
    expect((await claim(store, end - 1)).orders).toEqual([]);
    expect((await claim(store, end)).orders).toEqual([]);
    const again = await claim(store, end + 1);
    expect(again.orders).toMatchObject([{ version: guard.version + 1 }]);
    expect(again.token).toBeGreaterThan(guard.leaseToken);
  });

  test("behavior: an unexpired lease holds, though the order is due earlier in index", async () => {
    const store = redis().store();
    const party = await claimedOrder(store);
    await due(store, party, T0);
    expect((await claim(store, T0 + LEASE_MS)).orders).toEqual([]);
    for (const key of [store.keys.due(8453), store.keys.dueOf(8453, party.operator)])
      expect(await store.command("ZRANGE", key, 0, -1, "WITHSCORES")).toEqual([
        `${party.vault}:1`,
        String(T0 + 1 + LEASE_MS),
      ]);
  });

  test("behavior: an order with open attempt is not claimed, even unleased and due", async () => {
    const store = redis().store();
    const party = await preparedOrder(store);
    const { vault } = party;
    await store.command("HDEL", store.keys.order(vault, 1), "lease");
    await store.command(
      "HSET",
      store.keys.order(vault, 1),
      "json",
      JSON.stringify({
        ...JSON.parse(String(await store.command("HGET", store.keys.order(vault, 1), "json"))),
        status: "active",
      }),
    );
    await due(store, party, T0);
    expect((await claim(store, T0 + 5)).orders).toEqual([]);
  });

  test("behavior: index members without a running order are removed, use up no limit", async () => {
    const store = redis().store();
    const ghost = newParty();
    const closed = newParty();
    await create(store, closed, { status: "completed", active: false });
    const party = newParty();
    await create(store, party);
    await due(store, ghost, 1, 7);
    await due(store, closed, 2);
    const { orders, left } = await claim(store, T0 + 1, { limit: 1 });
    expect([orders.map(({ order }) => order.vaultAddress), left]).toEqual([[party.vault], []]);
    expect(await store.command("ZRANGE", store.keys.due(8453), 0, -1)).toEqual([
      `${party.vault}:1`,
    ]);
    expect(await store.command("ZRANGE", store.keys.dueTurns(8453), 0, -1)).toEqual([
      party.operator,
    ]);
  });

  test("behavior: a seen delivery claims nothing, in the same ms or a day later", async () => {
    const store = redis().store();
    await create(store, newParty());
    const input = { nowMs: T0 + 1, limit: 10, leaseMs: LEASE_MS, chainIds: BASE, jti: "j:1" };
    expect(claimed(await store.run(claimDue, input)).orders.length).toBe(1);
    expect(await store.run(claimDue, input)).toEqual({ duplicate: true });
    expect(await store.run(claimDue, { ...input, nowMs: T0 + 86_000_000 })).toEqual({
      duplicate: true,
    });
    expect(
      claimed(await store.run(claimDue, { ...input, nowMs: T0 + 86_000_000, jti: "j:2" })).orders
        .length,
    ).toBe(1);
  });

  test("behavior: a request again after a lost answer is no duplicate delivery", async () => {
    const store = redis().store();
    await create(store, newParty());
    const input = {
      requestId: "r",
      nowMs: T0 + 1,
      limit: 10,
      leaseMs: LEASE_MS,
      chainIds: BASE,
      jti: "j",
    };
    const first = await store.run(claimDue, input);
    expect(await store.run(claimDue, input)).toEqual(first);
  });

  test("behavior: a due open attempt is given out once per lease, with its order", async () => {
    const store = redis().store();
    const { attempt, order, version } = await preparedOrder(store);
    expect((await claim(store, T0 + LEASE_MS)).attempts).toEqual([]);
    const { attempts } = await claim(store, T0 + LEASE_MS + 1);
    expect(attempts).toMatchObject([
      { attempt, order, orderVersion: version, context: { nonceQueue: { highestOpen: 0 } } },
    ]);
    expect((await claim(store, T0 + 2 * LEASE_MS + 1)).attempts).toEqual([]);
    expect((await claim(store, T0 + 2 * LEASE_MS + 2)).attempts.length).toBe(1);
  });

  test("behavior: lease holds if check time moves; closed, unknown leave the index", async () => {
    const store = redis().store();
    const { attempt } = await preparedOrder(store);
    expect((await claim(store, T0 + LEASE_MS + 1)).attempts.length).toBe(1);
    const key = store.keys.attemptsOpen(8453);
    await store.command("ZADD", key, T0, attempt.id, T0, "unknown", T0, "closed");
    await store.command("HSET", store.keys.attempt("closed"), "json", "{}", "status", "confirmed");
    expect(await claim(store, T0 + 2 * LEASE_MS)).toMatchObject({ attempts: [], unreadable: [] });
    expect(await store.command("ZRANGE", key, 0, -1, "WITHSCORES")).toEqual([
      attempt.id,
      String(T0 + 2 * LEASE_MS + 1),
    ]);
    await store.command("ZADD", key, T0, attempt.id);
    expect((await claim(store, T0 + 2 * LEASE_MS + 1)).attempts.length).toBe(1);
  });

  test("behavior: attempts are limited as orders; 20 claims at once give each once", async () => {
    const store = redis().store();
    const slices = [];
    for (let i = 0; i < 5; i++) slices.push(await preparedOrder(store));
    const few = await claim(store, T0 + LEASE_MS + 1, { limit: 2 });
    expect([few.attempts.length, few.left]).toEqual([
      2,
      [{ chainId: 8453, orders: 0, attempts: 3, watched: 0 }],
    ]);
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claim(store, T0 + LEASE_MS + 1)),
    );
    expect(claims.flatMap(({ attempts }) => attempts).length).toBe(3);
  });

  test("behavior: one unreadable record stops no others; it is leased and named", async () => {
    const store = redis().store();
    const [broken, old, badRecord, fine] = [
      newParty(),
      newParty(),
      newParty(),
      newParty(),
    ] as const;
    for (const party of [broken, old, badRecord, fine]) await create(store, party);
    await store.command("HSET", store.keys.order(broken.vault, 1), "json", "{oops");
    await store.command(
      "HSET",
      store.keys.order(old.vault, 1),
      "json",
      JSON.stringify({
        active: true,
        status: "active",
        chainId: 8453,
        operatorAddress: old.operator,
      }),
    );
    await store.command("SET", store.keys.delegation(8453, badRecord.vault), "nonsense");
    const { orders, unreadable } = await claim(store, T0 + 1);
    expect(orders.map(({ order }) => order.vaultAddress)).toEqual([fine.vault]);
    expect(unreadable.sort()).toEqual(
      [broken, old, badRecord].map(({ vault }) => `${vault}:1`).sort(),
    );
    expect(await claim(store, T0 + 2)).toMatchObject({ orders: [], unreadable: [], left: [] });
    expect((await claim(store, T0 + LEASE_MS + 2)).unreadable.length).toBe(3);
  });

  test("behavior: an unreadable attempt stops no other, it is leased and named", async () => {
    const store = redis().store();
    const [broken, old, fine] = [
      await preparedOrder(store),
      await preparedOrder(store),
      await preparedOrder(store),
    ];
    await store.command("HSET", store.keys.order(broken.vault, 1), "json", "{oops");
    await store.command("HSET", store.keys.attempt(old.attempt.id), "json", "{}");
    const first = await claim(store, T0 + LEASE_MS + 1);
    expect(first.attempts.map(({ attempt }) => attempt.id)).toEqual([fine.attempt.id]);
    expect(first.unreadable.sort()).toEqual([broken.attempt.id, old.attempt.id].sort());
    expect(await claim(store, T0 + LEASE_MS + 2)).toMatchObject({
      attempts: [],
      unreadable: [],
      left: [],
    });
  });

  test("behavior: a tick makes one request at 1 and at 300 stored orders", async () => {
    const store = redis().store();
    await create(store, newParty());
    const trips = async (nowMs: number) => {
      redis().proxy.reset();
      const { orders } = await claim(store, nowMs);
      return [orders.length, redis().proxy.log().length];
    };
    expect(await trips(T0 + 1)).toEqual([1, 1]);
    const waiting = Array.from({ length: 300 }, (_, i) => [
      T0 + 9e9 + i,
      `${newParty().vault}:1`,
    ]).flat();
    await store.command("ZADD", store.keys.due(8453), ...waiting);
    expect(await trips(T0 + LEASE_MS + 2)).toEqual([1, 1]);
  });
});
