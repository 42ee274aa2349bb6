import { afterAll, beforeAll, describe } from "vitest";
import { redisKinds } from "../../../local/redis-kinds.ts";
import { startTestRedis, type TestRedis } from "./start-store.ts";

/**
 * Runs the tests against the embedded Redis and the simulator's own, or in `npm run test:redis`
 * against redis-server. `redis()` is there from the first test on.
 */
export function eachRedis(tests: (redis: () => TestRedis) => void): void {
  const kinds = redisKinds().flatMap((kind) =>
    kind === "real" ? [kind] : [kind, "simulated" as const],
  );
  describe.each(kinds)("%s", (kind) => {
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
