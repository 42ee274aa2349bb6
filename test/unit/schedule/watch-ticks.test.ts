import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Deps } from "../../../src/deps.ts";
import { watchTicks } from "../../../src/schedule/watch-ticks.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { TABLES } from "../../../src/tables.ts";
import { createSimRedis } from "../../simulation/redis/create-sim-redis.ts";
import { loadedModules } from "../../support/loaded-modules.ts";

const T0 = 1_788_220_800_000;
const MINUTE = 60_000;
const LAST_TICK = "sx:unit:last-tick";

/** A deployment without orders, its store, and the scripts that are sent to it. */
function setUp() {
  let nowMs = T0;
  const sim = createSimRedis({ nowMs: () => nowMs });
  const scripts: string[] = [];
  const deferred: Promise<unknown>[] = [];
  const deps = {
    redis: {
      run: (script, ...rest) => {
        scripts.push(script.name);
        return sim.redis.run(script, ...rest);
      },
    },
    keys: createKeys("sx:unit:"),
    env: {} as Deps["env"],
    tables: TABLES,
    clock: { nowMs: () => nowMs },
    newId: () => randomUUID(),
    log: () => undefined,
    defer: (_name, work) => void deferred.push(work),
    modules: loadedModules,
    channels: [],
    publisher: undefined,
    subrequests: () => scripts.length,
  } satisfies Partial<Deps>;
  return {
    sim,
    /** The cron at a time: what it sent to the store. */
    fire: async (atMs: number): Promise<string[]> => {
      nowMs = atMs;
      scripts.length = 0;
      // Safe: a tick without due orders and open attempts asks nothing else.
      await watchTicks(deps as unknown as Deps);
      await Promise.all(deferred.splice(0));
      return [...scripts];
    },
  };
}

test("behavior: a fresh tick is read, nothing written; from 1.5 intervals one runs", async () => {
  const { sim, fire } = setUp();
  sim.command("SET", LAST_TICK, String(T0));
  const before = sim.dump("");
  expect(await fire(T0 + 7.5 * MINUTE - 1)).toEqual(["read-last-tick"]);
  expect(sim.dump("")).toEqual(before);
  expect(await fire(T0 + 7.5 * MINUTE)).toEqual(["read-last-tick", "claim-due"]);
  expect(sim.command("GET", LAST_TICK)).toBe(String(T0 + 7.5 * MINUTE));
  expect(await fire(T0 + 8 * MINUTE)).toEqual(["read-last-tick"]);
});

test("behavior: where no tick ever came it runs the first, with no outage to tell", async () => {
  const { fire } = setUp();
  expect(await fire(T0)).toEqual(["read-last-tick", "claim-due"]);
});

test("behavior: after an outage its tick tells of it; two at once tell of it once", async () => {
  const { sim, fire } = setUp();
  const operator = `0x${"ab".repeat(20)}`;
  sim.command("SET", LAST_TICK, String(T0));
  sim.command("ZADD", "sx:unit:operators-active", "0", operator);
  sim.command("SET", `sx:unit:channels:${operator}`, "telegram");
  sim.command("SET", `sx:unit:pairing:telegram:${operator}`, '{"chatId":"7"}');
  sim.command("SADD", `sx:unit:orders-operator:${operator}:twap`, "some:1");
  const [one, other] = await Promise.all([fire(T0 + 11 * MINUTE), fire(T0 + 11 * MINUTE)]);
  expect([one, other].flat()).toContain("tell-missed-ticks");
  expect(sim.command("HKEYS", "sx:unit:outbox:telegram")).toEqual([
    `scheduler_missed:${operator}:${T0}`,
  ]);
  expect(await fire(T0 + 12 * MINUTE)).toEqual(["read-last-tick"]);
});
