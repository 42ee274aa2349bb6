import { expect, test } from "vitest";
import type { TickShard } from "../../../schemas/orders/tick-shard.ts";
import { twapOrder } from "../../../schemas/orders/twap-order.ts";
import type { Deps } from "../../../src/deps.ts";
import type { VenueShares } from "../../../src/kinds/venue.ts";
import { venueShares } from "../../../src/kinds/venue-shares.ts";
import { sharesBeyond } from "../../../src/schedule/look-at-orders.ts";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { runShard } from "../../../src/schedule/run-shard.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { takeShares } from "../../../src/store/orders/take-shares.ts";
import { TABLES } from "../../../src/tables.ts";
import { triggerLook } from "../../../src/triggers/trigger-rules.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, T0 } from "./support/records.ts";
import { sharesOf } from "./support/shares-of.ts";
import type { TestStore } from "./support/start-store.ts";
import { claimed, create, LEASE_MS, newParty } from "./support/steps.ts";
import { storeOrders } from "./support/store-orders.ts";

const MINUTE = 60_000;
const POOLS = { dex: "uniswap" } as const;
/**
 * By the smallest plan's 3 requests a second (src/kinds/venue-shares.ts): 450 calls in five
 * minutes, 2 a slice; 120 of an operator.
 */
const SLICES_OF_ALL = 225;
const SLICES_OF_ONE = 60;
const SMALL_PLAN = { ZEROX_CALLS_PER_SECOND: undefined, UNISWAP_CALLS_PER_SECOND: undefined };
const SMALL_DEPS = { env: SMALL_PLAN as unknown as Deps["env"], tables: TABLES };

type Share = { calls: number; total: number; each: number };
const shares = (uniswap: Share) =>
  sharesOf(5 * MINUTE, { uniswap }, { calls: 1, total: 1_000, each: 1_000 });
/** Slices of many operators: one name stands for all of them. */
const unbounded = ({ uniswap, ...others }: VenueShares["venues"]): VenueShares["venues"] => ({
  ...others,
  uniswap: { ...uniswap, each: uniswap.total },
});
type Orders = { orders: { order: { operatorAddress: string }; waits?: string | undefined }[] };
const running = ({ orders }: Orders) =>
  orders.flatMap((one) => (one.waits === undefined ? [one.order.operatorAddress] : []));
const waiting = ({ orders }: Orders) =>
  orders.filter(({ waits }) => waits === "venue_share").length;

async function orderOfVault(store: TestStore, vault: string) {
  return twapOrder.parse(
    JSON.parse(String(await store.command("HGET", store.keys.order(vault, 1), "json"))),
  );
}

/** A tick and all its shards at `at.nowMs`, venues silent: what runs fails, what waits does not. */
async function playTick(store: TestStore, at: { nowMs: number }) {
  const queue: QueuedCall[] = [];
  const base = storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => at.nowMs });
  const deps: Deps = {
    ...base,
    env: { ...base.env, ...SMALL_PLAN } as Deps["env"],
    publisher: { publish: async (calls) => void queue.push(...calls) },
  };
  const summaries = [await runTick(deps, { jti: `tick ${at.nowMs}` })];
  for (const [number, { body }] of queue.entries())
    summaries.push(
      await runShard(deps, { ...(body as TickShard), jti: `shard ${at.nowMs} ${number}` }),
    );
  const sum = (key: "failed" | "skipped") =>
    summaries.reduce((total, summary) => total + summary[key], 0);
  return { failed: sum("failed"), skipped: sum("skipped") };
}

eachRedis((redis) => {
  test("attack: share taken, one operator's stops leave another's room in the fifth", async () => {
    const store = redis().store();
    const [greedy, modest] = [newAddress(), newAddress()];
    const take = async (
      nowMs: number,
      operators: readonly string[],
      shared = sharesBeyond(SMALL_DEPS, triggerLook.beyondShare),
    ) =>
      (
        await store.run(takeShares, {
          nowMs,
          shares: shared,
          trades: operators.map((operator) => ({ venue: "uniswap", operator })),
        })
      ).taken.filter(Boolean).length;
    // Other operators' slices: 450 calls of five minutes, two each.
    const { windowMs, venues } = venueShares(SMALL_DEPS);
    expect(
      await take(T0, Array(SLICES_OF_ALL).fill(newAddress()), {
        windowMs,
        venues: unbounded(venues),
      }),
    ).toBe(SLICES_OF_ALL);
    // 90 calls are beyond that, a fifth of them for one operator: nine trades of two.
    expect(await take(T0, Array(60).fill(greedy))).toBe(9);
    expect(await take(T0, [modest, greedy])).toBe(1);
    // Five minutes later everything has drained.
    expect(await take(T0 + 5 * MINUTE, Array(60).fill(greedy))).toBe(60);
  });

  test("behavior: an operator's vaults share its calls, others run; the rest waits", async () => {
    const store = redis().store();
    const [greedy, modest] = [newAddress(), newParty()];
    await storeOrders(store, { operator: greedy, vaults: 30, changes: POOLS });
    await create(store, modest, POOLS);
    const claim = async (nowMs: number) =>
      claimed(
        await store.run(claimDue, {
          nowMs,
          limit: 100,
          leaseMs: LEASE_MS,
          chainIds: [8453],
          shares: shares({ calls: 2, total: 1_000, each: 20 }),
        }),
      );
    const first = await claim(T0 + 1);
    expect(running(first).filter((operator) => operator === greedy)).toHaveLength(10);
    expect(running(first)).toContain(modest.operator);
    expect(waiting(first)).toBe(20);
    // Half a window later half of it is free again.
    const second = await claim(T0 + 1 + 2.5 * MINUTE);
    expect([
      running(second).filter((operator) => operator === greedy).length,
      second.orders.length,
    ]).toEqual([5, 31]);
  });

  test("behavior: all calls are limited; each operator has a turn before any second", async () => {
    const store = redis().store();
    const operators = Array.from({ length: 12 }, newAddress);
    for (const operator of operators)
      await storeOrders(store, { operator, vaults: 5, changes: POOLS });
    const call = {
      limit: 100,
      leaseMs: LEASE_MS,
      chainIds: [8453] as const,
      shares: shares({ calls: 2, total: 30, each: 30 }),
    };
    const first = claimed(await store.run(claimDue, { ...call, nowMs: T0 + 1 }));
    expect(new Set(running(first))).toEqual(new Set(operators));
    expect([running(first).length, waiting(first)]).toEqual([15, 45]);
  });

  test("behavior: the other venue's orders do not wait for it", async () => {
    const store = redis().store();
    const operator = newAddress();
    await storeOrders(store, { operator, vaults: 3, changes: POOLS });
    await storeOrders(store, { operator, vaults: 3, changes: { dex: "0x" } });
    const answer = claimed(
      await store.run(claimDue, {
        nowMs: T0 + 1,
        limit: 100,
        leaseMs: LEASE_MS,
        chainIds: [8453],
        shares: shares({ calls: 2, total: 2, each: 2 }),
      }),
    );
    expect([running(answer).length, waiting(answer)]).toEqual([4, 2]);
  });

  test("behavior: cheap vaults fail no other operator: excess waits with the reason", async () => {
    const store = redis().store();
    const vaults = await storeOrders(store, { operator: newAddress(), vaults: 90, changes: POOLS });
    const modest = newParty();
    await create(store, modest, POOLS);
    const at = { nowMs: T0 + 1 };
    expect(await playTick(store, at)).toEqual({ failed: SLICES_OF_ONE + 1, skipped: 30 });
    expect(await orderOfVault(store, modest.vault)).toMatchObject({ consecutiveFailures: 1 });
    const orders = await Promise.all(vaults.map((vault) => orderOfVault(store, vault)));
    const held = orders.filter(({ consecutiveFailures }) => consecutiveFailures === 0);
    expect(held).toHaveLength(30);
    for (const order of held)
      expect(order).toMatchObject({
        status: "active",
        waiting: { reason: "venue_share", sinceMs: at.nowMs },
      });
  });

  test("behavior: more operators than a venue takes: who waited is first next tick", async () => {
    const store = redis().store();
    const vaults: string[] = [];
    for (let one = 0; one < 260; one += 1)
      vaults.push(
        ...(await storeOrders(store, { operator: newAddress(), vaults: 1, changes: POOLS })),
      );
    expect(await playTick(store, { nowMs: T0 + 1 })).toEqual({
      failed: SLICES_OF_ALL,
      skipped: 260 - SLICES_OF_ALL,
    });
    const failures = async () =>
      (await Promise.all(vaults.map((vault) => orderOfVault(store, vault)))).map(
        (order) => order.consecutiveFailures,
      );
    const before = await failures();
    await playTick(store, { nowMs: T0 + 1 + 5 * MINUTE });
    const after = await failures();
    expect(before.filter((count) => count === 0)).toHaveLength(260 - SLICES_OF_ALL);
    expect(after.filter((count) => count === 0)).toEqual([]);
  });
});
