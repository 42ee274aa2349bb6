import { expect, test } from "vitest";
import { tickShard } from "../../../schemas/tick-shard.ts";
import type { TickSummary } from "../../../schemas/tick-summary.ts";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { runShard } from "../../../src/schedule/run-shard.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { storeOrders } from "./support/store-orders.ts";

const LEASE_MS = 120_000;

/** A queue that keeps what it is given, each deduplication id once. */
function queue() {
  const queued = new Map<string, QueuedCall>();
  let isDown = false;
  return {
    queued,
    breakDown: () => {
      isDown = true;
    },
    publisher: {
      publish: async (calls: readonly QueuedCall[]) => {
        if (isDown) throw new Error("the queue is down");
        for (const call of calls)
          if (!queued.has(call.deduplicationId)) queued.set(call.deduplicationId, call);
      },
    },
  };
}

/**
 * Slices of three orders each in `vaults` vaults of two operators, all due; without a node each
 * fails, which counts it.
 */
async function setUp(store: TestStore, vaults: number) {
  let nowMs = T0 + 1;
  let used = 0;
  const costs = new Map<string, number>();
  const counted = {
    run: (...call: Parameters<TestStore["redis"]["run"]>) => {
      used += costs.get(call[0].name) ?? 0;
      return store.redis.run(...call);
    },
  };
  const { publisher, ...rest } = queue();
  const deps = storeDeps({
    redis: counted,
    keys: store.keys,
    nowMs: () => nowMs,
    publisher,
    subrequests: () => used,
  });
  const names: string[] = [];
  for (const operator of [newAddress(), newAddress()])
    names.push(...(await storeOrders(store, { operator, vaults: vaults / 2, perVault: 3 })));
  return {
    ...rest,
    deps,
    /** From now on the script costs so many subrequests, and so many were used before. */
    cost: (script: string, each: number, before: number) => {
      used = before;
      costs.set(script, each);
    },
    used: () => used,
    pass: (ms: number) => {
      nowMs += ms;
    },
    shard: (jti: string, call: QueuedCall) =>
      runShard(deps, { jti, ...tickShard.parse(call.body) }),
    /** How often each order was run. */
    runs: async () => {
      const texts = names.flatMap((vault) =>
        [1, 2, 3].map(async (id) =>
          String(await store.command("HGET", store.keys.order(vault, id), "json")),
        ),
      );
      return (await Promise.all(texts)).map(
        (text) => JSON.parse(text).consecutiveFailures as number,
      );
    },
  };
}

const slicesOf = (summaries: readonly TickSummary[]) =>
  summaries.reduce((sum, { slices }) => sum + slices, 0);

eachRedis((redis) => {
  test("behavior: a tick and shards run each due order once, even delivered twice", async () => {
    const { deps, queued, shard, runs } = await setUp(redis().store(), 60);
    const first = await runTick(deps, { jti: "tick 1" });
    // Seven vaults of three orders; 159 of 180 are left, four shards of 40.
    expect(first).toMatchObject({ slices: 21, failed: 21, shards: 4, more: true });
    expect([...queued.values()].map(({ body }) => body)).toEqual(
      [0, 1, 2, 3].map((number) => ({ chainIds: [8453], shard: number, tick: T0 + 1 })),
    );
    const again = await runTick(deps, { jti: "tick 1, delivered with another token" });
    expect([again.slices, again.shards, queued.size]).toEqual([21, 4, 4]);
    expect(await runTick(deps, { jti: "tick 1" })).toMatchObject({
      duplicate: true,
      slices: 0,
      shards: 0,
    });

    const deliveries = [...queued.values()].flatMap((call, number) => [
      shard(`shard ${number}`, call),
      shard(`shard ${number}`, call),
      shard(`shard ${number}, sent again`, call),
    ]);
    const ended = await Promise.all(deliveries);
    expect(ended.filter(({ duplicate }) => duplicate)).toHaveLength(4);
    expect(slicesOf(ended)).toBe(180 - 42);
    expect(await runs()).toEqual(Array(180).fill(1));
  });

  test("error: with the queue down the tick runs on by itself, in claims of its own", async () => {
    const { deps, breakDown, runs } = await setUp(redis().store(), 20);
    breakDown();
    expect(await runTick(deps, { jti: "tick" })).toMatchObject({
      slices: 60,
      failed: 60,
      shards: 0,
      more: false,
    });
    expect(await runs()).toEqual(Array(60).fill(1));
  });

  test("behavior: a tick ends before its subrequests do, leases only what it can run", async () => {
    const { deps, breakDown, cost, used, runs, pass } = await setUp(redis().store(), 60);
    breakDown();
    cost("finish-slice", 15, 400);
    const { slices, failed, skipped, more } = await runTick(deps, { jti: "tick" });
    // 700 are for slices: of 300, at 15 used each, 20 can run at most; the last may not find their
    // reserve of 18.
    expect([failed + skipped, more]).toEqual([slices, true]);
    expect(failed).toBeGreaterThanOrEqual(14);
    expect(used()).toBeLessThanOrEqual(700);
    pass(LEASE_MS + 1);
    cost("finish-slice", 0, 0);
    while ((await runTick(deps, { jti: String(await runs()) })).more);
    expect(await runs()).toEqual(Array(180).fill(1));
  });

  test("behavior: work beyond a shard's subrequests waits for its lease, runs once", async () => {
    const { shard, cost, used, runs, pass, deps, queued } = await setUp(redis().store(), 20);
    await runTick(deps, { jti: "tick" });
    const [call] = [...queued.values()];
    cost("finish-slice", 15, 600);
    const ended = await shard("shard", call!);
    expect(ended.slices).toBe(39);
    expect(ended.failed + ended.skipped).toBe(39);
    expect(ended.failed).toBeGreaterThan(0);
    expect(ended.skipped).toBeGreaterThan(0);
    expect(used()).toBeLessThanOrEqual(900);
    cost("finish-slice", 0, 0);
    expect((await shard("at once", call!)).slices).toBe(0);
    pass(LEASE_MS + 1);
    expect((await shard("after the lease", call!)).slices).toBe(ended.skipped);
    expect(await runs()).toEqual(Array(60).fill(1));
  });
});
