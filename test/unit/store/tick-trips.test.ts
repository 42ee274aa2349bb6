import type { Hex } from "viem";
import { expect, test } from "vitest";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { fillOrders } from "../../support/fill-orders.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { eachRedis } from "./support/each-redis.ts";
import { largeRedis } from "./support/large-redis.ts";
import { orderOf, T0 } from "./support/records.ts";
import { startTestRedis, type TestStore } from "./support/start-store.ts";
import { create } from "./support/steps.ts";

const DUE = 10;
const IN_TEN_DAYS = T0 + 10 * 24 * 3_600_000;
const TEMPLATE = JSON.stringify({
  ...orderOf("0x", "0x"),
  ...{ vaultAddress: "@vault@", operatorAddress: "@operator@" },
});
const fill = (store: TestStore, from: number, to: number, dueMs: number) =>
  store.run(fillOrders, { json: TEMPLATE, from, to, perOperator: 3, dueMs });

eachRedis((redis) => {
  test("behavior: a filled order is stored as a created one, its audit entry apart", async () => {
    const [filled, created] = [redis().store(), redis().store()];
    await fill(filled, 1, 1, T0);
    const [orderKey] = Object.keys(await filled.snapshot()).filter((key) =>
      key.startsWith("order:"),
    );
    const vault = orderKey!.split(":")[1] as Hex;
    const [turn] = (await filled.snapshot())["due-turns:8453"] as Hex[];
    await create(created, { vault, operator: turn!, agent: vault });
    // The digest of an audit entry is made outside Redis, for each vault anew; a tick reads none of
    // them.
    const stored = Object.entries(await created.snapshot()).filter(
      ([key]) => !key.startsWith("audit"),
    );
    expect(await filled.snapshot()).toEqual(Object.fromEntries(stored));
  });
});

test("behavior: equal due, equal Redis trips per tick at 1,000 and 100,000 orders", async () => {
  const started = await startTestRedis(largeRedis());
  try {
    const store = started.store();
    let nowMs = T0 + 1;
    const tickTrips = async (): Promise<string[]> => {
      const trips: string[] = [];
      const counted = {
        run: (...call: Parameters<TestStore["redis"]["run"]>) => {
          trips.push(call[0].name);
          return store.redis.run(...call);
        },
      };
      const deps = storeDeps({
        redis: counted,
        keys: createKeys(store.keys.prefix),
        nowMs: () => nowMs,
      });
      expect(await runTick(deps, { jti: String(nowMs) })).toMatchObject({
        slices: DUE,
        failed: DUE,
        more: false,
      });
      return trips.sort();
    };
    await fill(store, 1, DUE, T0);
    await fill(store, DUE + 1, 1_000, IN_TEN_DAYS);
    const atThousand = await tickTrips();
    for (let from = 1_001; from <= 100_000; from += 990)
      await fill(store, from, from + 989, IN_TEN_DAYS);
    expect(await store.command("ZCARD", store.keys.due(8453))).toBe(100_000);
    nowMs += 300_000;
    expect(await tickTrips()).toEqual(atThousand);
    expect(atThousand).toEqual(["claim-due", ...Array(DUE).fill("finish-slice")]);
  } finally {
    await started.stop();
  }
  // Writing them takes up to 11 s of CPU, however long that is on a busy machine.
}, 180_000);
