import { afterAll, beforeAll, describe } from "vitest";
import { startTestRedis, type TestRedis } from "./start-store.ts";

/** Runs the tests against redis-server, the embedded one and the simulator's own. `redis()` is there from the first test on. */
export function eachRedis(tests: (redis: () => TestRedis) => void): void {
  describe.each(["real", "embedded", "simulated"] as const)("%s", (kind) => {
    let started: TestRedis | undefined;
    beforeAll(async () => {
      started = await startTestRedis(kind);
    });
    afterAll(() => started?.stop());
    tests(() => {
      if (started === undefined) throw new Error("redis is not started yet");
      return started;
    });
  });
}
