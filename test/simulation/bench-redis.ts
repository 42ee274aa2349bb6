import { randomUUID } from "node:crypto";
import { markAttempt } from "../../src/store/attempts/mark-attempt.ts";
import { createKeys } from "../../src/store/kernel/keys.ts";
import { cancelOrders } from "../../src/store/orders/cancel-orders.ts";
import { finishSlice } from "../../src/store/orders/finish-slice.ts";
import { listOrders } from "../../src/store/orders/get-order.ts";
import { T0 } from "../unit/store/support/records.ts";
import type { TestStore } from "../unit/store/support/start-store.ts";
import { confirmation, LEASE_MS, newParty, preparedOrder } from "../unit/store/support/steps.ts";
import { createSimRedis } from "./redis/create-sim-redis.ts";

/**
 * What a script call costs in the simulated Redis: whole slices, each in a vault of its own, in new
 * keyspaces of 50 slices. Prints the median per script, and what Lua holds at the beginning and at
 * the end. `node test/simulation/bench-redis.ts [slices]`
 */
const SLICES = Number(process.argv[2] ?? 2_000);
const SLICES_PER_KEYSPACE = 50;

const timesUs = new Map<string, number[]>();
const counts = new Map<string, number>();
const heldKb = (): unknown =>
  createSimRedis({ nowMs: () => T0 }).command(
    "EVAL",
    "collectgarbage() return collectgarbage('count')",
    0,
  );

function timedStore(): Pick<TestStore, "run" | "keys" | "redis"> {
  const sim = createSimRedis({ nowMs: () => T0 });
  const keys = createKeys("sx:");
  const redis: TestStore["redis"] = {
    run: async (script, declared, args) => {
      const commands = sim.commands();
      const start = performance.now();
      const answer = sim.run(script, declared, args);
      const us = (performance.now() - start) * 1_000;
      const times = timesUs.get(script.name) ?? [];
      times.push(us);
      timesUs.set(script.name, times);
      counts.set(script.name, (counts.get(script.name) ?? 0) + sim.commands() - commands);
      return answer;
    },
  };
  return {
    redis,
    keys,
    // Safe: as in start-store.ts, the caller leaves out only these two.
    run: (script, input) =>
      script.run(redis, keys, { requestId: randomUUID(), nowMs: T0, ...input } as never),
  };
}

async function playSlice(store: TestStore): Promise<void> {
  const slice = await preparedOrder(store, newParty());
  const { attempt, vault } = slice;
  await store.run(markAttempt, {
    attemptId: attempt.id,
    status: "sent",
    nextCheckMs: T0 + LEASE_MS,
  });
  await store.run(finishSlice, confirmation(slice));
  await store.run(listOrders, { vault });
  await store.run(cancelOrders, { kind: "twap", vault, chainIds: [8453], id: 0 });
}

const before = heldKb();
let store = timedStore();
for (let i = 0; i < SLICES; i += 1) {
  if (i % SLICES_PER_KEYSPACE === 0) store = timedStore();
  await playSlice(store as TestStore);
}
for (const [name, times] of timesUs) {
  const median = times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
  const commands = (counts.get(name) ?? 0) / times.length;
  console.log(
    `${name}: ${median.toFixed(0)} us (median of ${times.length}), ${commands.toFixed(1)} commands`,
  );
}
console.log(`Lua holds ${before} kB at the beginning, ${heldKb()} kB at the end`);
