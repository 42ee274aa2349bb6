import { describe, expect, test } from "vitest";
import {
  claimOracleRefresh,
  lastOracleRefresh,
  releaseOracleRefresh,
} from "../../../src/store/vaults/claim-oracle-refresh.ts";
import { eachRedis } from "./support/each-redis.ts";
import { T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty } from "./support/steps.ts";

const HOUR = 3_600_000;
const TOKEN = `0x${"77".repeat(20)}` as const;
const one = () => ({ chainId: 8453 as const, vault: newParty().vault, token: TOKEN });
type Of = { chainId: 1 | 8453; vault: `0x${string}`; token: `0x${string}` };
const claim = (store: TestStore, of: Of, attemptId: string, nowMs = T0) =>
  store.run(claimOracleRefresh, { ...of, attemptId, nowMs });
const last = async (store: TestStore, of: Of, nowMs = T0) =>
  (await store.run(lastOracleRefresh, { ...of, nowMs })).lastMs;

eachRedis((redis) => {
  describe("a trade in the oracle's own pool", () => {
    test("behavior: one an hour per vault, token and chain, others have their own", async () => {
      const store = redis().store();
      const of = one();
      expect([await last(store, of), await claim(store, of, "a")]).toEqual([null, { ok: true }]);
      expect(await claim(store, of, "b", T0 + 1)).toEqual({ ok: false, lastMs: T0 });
      expect(await claim(store, of, "b", T0 + HOUR - 1)).toEqual({ ok: false, lastMs: T0 });
      for (const other of [
        { ...of, token: `0x${"78".repeat(20)}` as const },
        { ...of, chainId: 1 as const },
        one(),
      ])
        expect(await claim(store, other, "c", T0 + 2)).toEqual({ ok: true });
      expect(await last(store, of)).toBe(T0);
      expect(await claim(store, of, "d", T0 + HOUR)).toEqual({ ok: true });
      expect(await last(store, of)).toBe(T0 + HOUR);
    });

    test("error: a clock that goes back does not open it", async () => {
      const store = redis().store();
      const of = one();
      await claim(store, of, "a");
      expect(await claim(store, of, "b", T0 - HOUR)).toEqual({ ok: false, lastMs: T0 });
    });

    test("behavior: only who holds it gives it back", async () => {
      const store = redis().store();
      const of = one();
      await claim(store, of, "call|a");
      expect(await store.run(releaseOracleRefresh, { ...of, attemptId: "a" })).toEqual({
        released: false,
      });
      expect(await last(store, of)).toBe(T0);
      expect(await store.run(releaseOracleRefresh, { ...of, attemptId: "call|a" })).toEqual({
        released: true,
      });
      expect([await last(store, of), await claim(store, of, "b", T0 + 1)]).toEqual([
        null,
        { ok: true },
      ]);
      expect(await store.run(releaseOracleRefresh, { ...of, attemptId: "call|a" })).toEqual({
        released: false,
      });
    });

    test("behavior: of twenty at once one has it", async () => {
      const store = redis().store();
      const of = one();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => claim(store, of, String(n))),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    });
  });
});
