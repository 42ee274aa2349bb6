import { expect, test } from "vitest";
import { claimUpdate } from "../../../src/store/pairing/claim-update.ts";
import { eachRedis } from "./support/each-redis.ts";
import { T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";

const HOUR = 3_600_000;
const claim = async (store: TestStore, updateId: number, nowMs = T0) =>
  (await store.run(claimUpdate, { channel: "telegram", updateId, chatId: "7", nowMs })).claimed;

eachRedis((redis) => {
  test("attack: an update id repeated, or sent many times at once, is claimed once", async () => {
    const store = redis().store();
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(store, 42)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claim(store, 42)).toBe(false);
    expect(await claim(store, 43)).toBe(true);
    expect(await claim(redis().store(), 42)).toBe(true);
  });

  test.each([
    [-1, false],
    [0, false],
    [HOUR - 1, false],
    [HOUR, true],
  ])("boundary: claimed again %s ms later: %s", async (laterMs, claimed) => {
    const store = redis().store();
    expect(await claim(store, 42)).toBe(true);
    expect(await claim(store, 42, T0 + laterMs)).toBe(claimed);
  });

  test("behavior: the largest id differs from its neighbour; none is kept for ever", async () => {
    const store = redis().store();
    expect(await claim(store, Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(await claim(store, Number.MAX_SAFE_INTEGER - 1)).toBe(true);
    expect(await claim(store, Number.MAX_SAFE_INTEGER)).toBe(false);
    const ttlMs = Number(
      await store.command("PTTL", store.keys.channelUpdate("telegram", Number.MAX_SAFE_INTEGER)),
    );
    expect(ttlMs).toBeGreaterThan(HOUR);
    expect(ttlMs).toBeLessThanOrEqual(2 * HOUR);
  });
});
