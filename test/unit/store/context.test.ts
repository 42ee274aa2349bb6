import type { Hex } from "viem";
import { expect, test } from "vitest";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { recordNav } from "../../../src/store/attempts/record-nav.ts";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { loadCallContext, storedPerpLimits } from "../../../src/store/vaults/load-call-context.ts";
import { markBoundForm } from "../../../src/store/vaults/mark-bound-form.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { delegationOf, newAddress, newHash, T0 } from "./support/records.ts";
import { confirmation, newParty, preparedOrder } from "./support/steps.ts";

const MINUTE = 60_000;
/** Nothing set. */
const perpLimits = storedPerpLimits.parse(undefined);

eachRedis((redis) => {
  test("default: an unknown operator and vault have nothing, in one request", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    redis().proxy.reset();
    expect(await store.run(loadCallContext, { chainId: 8453, vault, operator })).toEqual({
      settings: {},
      boundSeen: false,
      delegation: null,
      frozen: false,
      nonceQueue: null,
      navBaseline: null,
      venuePrices: [],
      paired: false,
      perpLimits,
      limits: null,
      spent: null,
    });
    expect(redis().proxy.log().length).toBe(1);
    expect(await store.snapshot()).toEqual({});
  });

  test("behavior: all set is shown in any case; without operator, vault facts only", async () => {
    const store = redis().store();
    const { vault, operator, agent } = newParty();
    const shout = (address: Hex): Hex => `0x${address.slice(2).toUpperCase()}`;
    const record = delegationOf(vault, operator, agent);
    await store.run(saveDelegation, {
      record: delegationOf(shout(vault), shout(operator), shout(agent)),
    });
    await store.run(freezeVault, { chainId: 8453, vault: shout(vault) });
    for (const nowMs of [T0 - 600_000, T0])
      await store.run(recordNav, { nowMs, chainId: 8453, vault: shout(vault), unitaryValue: "77" });
    const expected = { vault: shout(vault), chainId: 8453, was: "confirm" } as const;
    await store.run(saveSetting, {
      operator: shout(operator),
      field: "execMode",
      value: "autonomous",
      expected,
    });
    await pairTelegram(store, operator, '{"chatId":1}');
    await store.run(markBoundForm, { operator: shout(operator) });
    const facts = {
      delegation: record,
      frozen: true,
      nonceQueue: { agent, highestConfirmed: null, highestOpen: null, lowestOpen: null },
      navBaseline: "77",
      venuePrices: [],
      perpLimits,
      limits: null,
      spent: null,
    };
    expect(await store.run(loadCallContext, { chainId: 8453, vault, operator })).toEqual({
      ...facts,
      settings: { execMode: "autonomous" },
      boundSeen: true,
      paired: true,
    });
    expect(await store.run(loadCallContext, { chainId: 8453, vault })).toEqual({
      ...facts,
      settings: {},
      boundSeen: false,
      paired: false,
    });
    expect((await store.run(loadCallContext, { chainId: 10, vault })).delegation).toBeNull();
  });

  test("behavior: a bound form is kept for good, for its operator; reads write none", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const seen = async (who: string) =>
      (await store.run(loadCallContext, { chainId: 8453, vault, operator: who })).boundSeen;
    expect([await seen(operator), await seen(operator)]).toEqual([false, false]);
    expect(await store.snapshot()).toEqual({});
    await store.run(markBoundForm, { operator });
    expect([await seen(operator), await seen(newAddress())]).toEqual([true, false]);
    expect(await store.command("PTTL", store.keys.boundForm(operator))).toBe(-1);
  });

  test("behavior: settings stay till changed; raise ends at last ms; null is default", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const settings = async (nowMs: number) =>
      (await store.run(loadCallContext, { nowMs, chainId: 8453, vault, operator })).settings;
    await store.run(saveSetting, { operator, field: "slippageBps", value: 10 });
    await store.run(saveSetting, {
      ...{ operator, field: "syncToleranceBps", value: 10_000 },
      expected: { vault, chainId: 8453, was: 100 },
    });
    await store.run(saveSetting, { operator, field: "navShieldBps", value: 100 });
    const saved = await store.run(saveSetting, {
      ...{ operator, field: "swapShieldBps", value: 5_000, ttlMs: 10 * MINUTE },
      expected: { vault, chainId: 8453, was: 500 },
    });
    const kept = { slippageBps: 10, syncToleranceBps: 10_000, navShieldBps: 100 };
    expect(saved).toEqual({ ok: true, settings: { ...kept, swapShieldBps: 5_000 } });
    expect(await settings(T0 + 10 * MINUTE - 1)).toEqual({ ...kept, swapShieldBps: 5_000 });
    expect(await settings(T0 + 10 * MINUTE)).toEqual(kept);
    expect(await settings(T0 + 1e11)).toEqual(kept);
    expect(await store.run(saveSetting, { operator, field: "slippageBps", value: null })).toEqual({
      ok: true,
      settings: { ...kept, slippageBps: undefined, swapShieldBps: 5_000 },
    });
    expect(
      await store.run(saveSetting, {
        operator,
        field: "swapShieldBps",
        value: 100,
        nowMs: T0 + 11 * MINUTE,
      }),
    ).toMatchObject({ settings: { swapShieldBps: 100 } });
  });

  test.each([
    ["navShieldBps", 1_001, 1_000],
    ["navShieldBps", 10_000, 1_000],
    ["swapShieldBps", 501, 500],
    ["execMode", "autonomous", "confirm"],
  ] as const)(
    "behavior: %s to %s stands in the log of the vault that was named, with what it was",
    async (field, value, was) => {
      const store = redis().store();
      const { vault, operator } = newParty();
      const ttlMs = field === "swapShieldBps" ? 10 * MINUTE : undefined;
      const set = (known: number | "autonomous" | "confirm", chainId: 8453 | 10 = 8453) =>
        store.run(saveSetting, {
          nowMs: T0,
          operator,
          field,
          value,
          ttlMs,
          expected: { vault, chainId, was: known },
        });
      const log = async (chainId: 8453 | 10) =>
        ((await store.command("LRANGE", store.keys.audit(chainId, vault), 0, -1)) as string[]).map(
          (entry) => JSON.parse(entry.slice(entry.indexOf("{"))),
        );
      // Nobody who says nothing, or something else than what is in force, loosens anything.
      const refused = { ok: false, code: "other_value", was: String(was) };
      expect(await store.run(saveSetting, { operator, field, value, ttlMs })).toEqual(refused);
      expect(await set(field === "execMode" ? "autonomous" : 700)).toEqual(refused);
      expect(await store.snapshot()).toEqual({});
      expect(await set(was)).toMatchObject({ ok: true, settings: { [field]: value } });
      const entry = {
        kind: "setting_loosened",
        actor: operator,
        setting: field,
        from: was,
        to: value,
      };
      const until = ttlMs === undefined ? {} : { forMs: ttlMs };
      expect(await log(8453)).toEqual([{ ...entry, ...until }]);
      expect(await log(10)).toEqual([]);
      // Back to the default tightens: nothing to tell. A tightened one that is reset is raised.
      expect(
        await store.run(saveSetting, { nowMs: T0, operator, field, value: null }),
      ).toMatchObject({ ok: true });
      expect(await log(8453)).toHaveLength(1);
      if (field === "execMode") return;
      expect(
        await store.run(saveSetting, { nowMs: T0, operator, field, value: 100 }),
      ).toMatchObject({ ok: true });
      const reset = {
        nowMs: T0,
        operator,
        field,
        value: null,
        expected: { vault, chainId: 10, was: 100 },
      } as const;
      expect(await store.run(saveSetting, reset)).toMatchObject({ ok: true });
      expect(await log(10)).toEqual([{ ...entry, from: 100, to: was }]);
    },
  );

  test("security: back to day's signature or autonomous goes by a fresh one, once", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const at = { vault, chainId: 8453 } as const;
    const needed = { ok: false, code: "fresh_signature_needed" };
    const fresh = { operator, field: "approveWith", value: "fresh" } as const;
    const day = {
      operator,
      field: "approveWith",
      value: "day",
      expected: { ...at, was: "fresh" },
    } as const;
    const reset = { ...day, value: null };
    const auto = {
      operator,
      field: "execMode",
      value: "autonomous",
      expected: { ...at, was: "confirm" },
    } as const;
    expect(await store.run(saveSetting, { ...fresh, nowMs: T0 })).toMatchObject({
      ok: true,
      settings: { approveWith: "fresh" },
    });
    for (const change of [day, reset, auto])
      expect(await store.run(saveSetting, change)).toEqual(needed);
    expect(
      await store.run(saveSetting, { operator, field: "execMode", value: "confirm" }),
    ).toMatchObject({ ok: true });
    const [one, two] = [newHash(), newHash()];
    expect(await store.run(saveSetting, { ...auto, messageHash: one })).toMatchObject({ ok: true });
    expect(await store.run(saveSetting, { ...day, messageHash: one })).toEqual({
      ok: false,
      code: "signature_used",
    });
    expect(await store.run(saveSetting, { ...day, messageHash: two })).toMatchObject({ ok: true });
    const log = (await store.command("LRANGE", store.keys.audit(8453, vault), 0, -1)) as string[];
    expect(log.map((entry) => JSON.parse(entry.slice(entry.indexOf("{"))))).toEqual([
      {
        kind: "setting_loosened",
        actor: operator,
        setting: "execMode",
        from: "confirm",
        to: "autonomous",
      },
      {
        kind: "setting_loosened",
        actor: operator,
        setting: "approveWith",
        from: "fresh",
        to: "day",
      },
    ]);
  });

  test("behavior: a Swap Shield raised longer is recorded; other settings are not", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const raise = (nowMs: number, was: number) =>
      store.run(saveSetting, {
        ...{ nowMs, operator, field: "swapShieldBps", value: 900, ttlMs: 10 * MINUTE },
        expected: { vault, chainId: 8453, was },
      });
    expect(await raise(T0, 500)).toMatchObject({ ok: true });
    expect(await raise(T0 + MINUTE, 900)).toMatchObject({ ok: true });
    // Its ten minutes are over: it is raised from the default again.
    expect(await raise(T0 + 11 * MINUTE, 900)).toEqual({
      ok: false,
      code: "other_value",
      was: "500",
    });
    expect(await store.command("LLEN", store.keys.audit(8453, vault))).toBe(2);
    expect(
      await store.run(saveSetting, { operator, field: "slippageBps", value: 500 }),
    ).toMatchObject({ ok: true });
    expect(await store.command("LLEN", store.keys.audit(8453, vault))).toBe(2);
  });

  test("error: a value out of range is not stored", async () => {
    const store = redis().store();
    const { operator } = newParty();
    for (const [field, value] of [
      ["slippageBps", 501],
      ["swapShieldBps", 49],
      ["execMode", 100],
    ] as const) {
      await expect(async () =>
        store.run(saveSetting, { operator, field, value }),
      ).rejects.toThrow();
    }
    expect(await store.snapshot()).toEqual({});
  });

  test("behavior: delegation goes off whole or by selector, is off with the last one", async () => {
    const store = redis().store();
    const { vault, operator, agent } = newParty();
    const record = delegationOf(vault, operator, agent);
    const chainId = 8453;
    expect(await store.run(disableDelegation, { chainId, vault })).toMatchObject({ record: null });
    await store.run(saveDelegation, { record });
    expect(
      await store.run(disableDelegation, {
        chainId,
        vault,
        selectors: ["0x3593564C", "0xffffffff"],
      }),
    ).toMatchObject({ record: { ...record, selectors: ["0x2213bc0b"] } });
    expect(
      await store.run(disableDelegation, { chainId, vault, selectors: ["0x2213bc0b"] }),
    ).toMatchObject({
      record: { ...record, enabled: false, selectors: [] },
    });
    expect((await store.run(loadCallContext, { chainId, vault })).delegation).toEqual({
      ...record,
      enabled: false,
      selectors: [],
    });
    await store.run(saveDelegation, { record });
    expect(await store.run(disableDelegation, { chainId, vault })).toMatchObject({
      record: { ...record, enabled: false },
    });
    expect(await store.run(disableDelegation, { chainId: 10, vault })).toMatchObject({
      record: null,
    });
  });

  test("behavior: switching a delegation off names hashes that may be out already", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    const second = newHash();
    await store.run(markAttempt, { attemptId: slice.attempt.id, addHash: second, nextCheckMs: T0 });
    const off = () => store.run(disableDelegation, { chainId: 8453, vault: slice.vault });
    expect((await off()).openHashes).toEqual([...slice.attempt.hashes, second]);
    await store.run(finishSlice, confirmation(slice));
    expect((await off()).openHashes).toEqual([]);
    expect(
      (await store.run(disableDelegation, { chainId: 10, vault: slice.vault })).openHashes,
    ).toEqual([]);
  });
});
