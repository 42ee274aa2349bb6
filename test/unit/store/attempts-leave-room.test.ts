import { expect, test } from "vitest";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { preparedOrder } from "./support/steps.ts";
import { storeOrders } from "./support/store-orders.ts";

const ATTEMPTS = 20;
const LATER = T0 + 300_000;

eachRedis((redis) => {
  test("behavior: a claim that could use up all subrequests still runs what it took", async () => {
    const store = redis().store();
    for (let one = 0; one < ATTEMPTS; one += 1) await preparedOrder(store);
    await storeOrders(store, { operator: newAddress(), vaults: 20 });
    // As much as was reserved for each attempt, and of the plan of 700 so much is gone that not all
    // of both find room.
    const costs: Record<string, number> = { "mark-attempt": 14, "finish-slice": 11 };
    let used = 300;
    const counted = {
      run: (...call: Parameters<TestStore["redis"]["run"]>) => {
        used += costs[call[0].name] ?? 0;
        return store.redis.run(...call);
      },
    };
    const deps = storeDeps({
      redis: counted,
      keys: store.keys,
      nowMs: () => LATER,
      subrequests: () => used,
    });
    const queue = { publish: async () => undefined };
    const summary = await runTick({ ...deps, publisher: queue }, { jti: "tick" });
    expect(summary).toMatchObject({ resolved: ATTEMPTS, slices: 20, failed: 20, skipped: 0 });
    expect(used).toBeLessThanOrEqual(700);
  });
});
