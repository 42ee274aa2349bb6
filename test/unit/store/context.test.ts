import { expect, test } from "vitest";
import { disableDelegation } from "../../../src/store/scripts/disable-delegation.ts";
import { finishSlice } from "../../../src/store/scripts/finish-slice.ts";
import { freezeVault } from "../../../src/store/scripts/freeze-vault.ts";
import { loadCallContext } from "../../../src/store/scripts/load-call-context.ts";
import { markAttempt } from "../../../src/store/scripts/mark-attempt.ts";
import { markBoundForm } from "../../../src/store/scripts/mark-bound-form.ts";
import { recordNav } from "../../../src/store/scripts/record-nav.ts";
import { saveDelegation } from "../../../src/store/scripts/save-delegation.ts";
import { saveSetting } from "../../../src/store/scripts/save-setting.ts";
import { eachRedis } from "./support/each-redis.ts";
import { delegationOf, newAddress, newHash, T0 } from "./support/records.ts";
import { confirmation, newParty, preparedOrder } from "./support/steps.ts";

const MINUTE = 60_000;

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
      lane: null,
      navBaseline: null,
      paired: false,
    });
    expect(redis().proxy.log().length).toBe(1);
    expect(await store.snapshot()).toEqual({});
  });

  test("behavior: everything that is set is shown, whatever the case of the addresses; without an operator only the vault's facts", async () => {
    const store = redis().store();
    const { vault, operator, agent } = newParty();
    const shout = (address: string) => `0x${address.slice(2).toUpperCase()}`;
    const record = delegationOf(vault, operator, agent);
    await store.run(saveDelegation, { record: delegationOf(shout(vault), shout(operator), shout(agent)) });
    await store.run(freezeVault, { chainId: 8453, vault: shout(vault) });
    await store.run(recordNav, { chainId: 8453, vault: shout(vault), unitaryValue: "77" });
    await store.run(saveSetting, { operator: shout(operator), field: "execMode", value: "autonomous" });
    await store.command("SET", store.keys.pairing(operator), '{"chatId":1}');
    await store.run(markBoundForm, { operator: shout(operator) });
    const facts = {
      delegation: record,
      frozen: true,
      lane: { agent, highestConfirmed: null, highestOpen: null, lowestOpen: null },
      navBaseline: "77",
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

  test("behavior: the bound form is remembered for good, for that operator only; reading writes nothing", async () => {
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

  test("behavior: settings are kept until changed; a raise ends with its last ms; null goes back to the default", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const settings = async (nowMs: number) =>
      (await store.run(loadCallContext, { nowMs, chainId: 8453, vault, operator })).settings;
    await store.run(saveSetting, { operator, field: "slippageBps", value: 10 });
    await store.run(saveSetting, { operator, field: "syncToleranceBps", value: 10_000 });
    await store.run(saveSetting, { operator, field: "navShieldBps", value: 100 });
    const saved = await store.run(saveSetting, { operator, field: "swapShieldBps", value: 5_000, ttlMs: 10 * MINUTE });
    const kept = { slippageBps: 10, syncToleranceBps: 10_000, navShieldBps: 100 };
    expect(saved).toEqual({ settings: { ...kept, swapShieldBps: 5_000 } });
    expect(await settings(T0 + 10 * MINUTE - 1)).toEqual({ ...kept, swapShieldBps: 5_000 });
    expect(await settings(T0 + 10 * MINUTE)).toEqual(kept);
    expect(await settings(T0 + 1e11)).toEqual(kept);
    expect(await store.run(saveSetting, { operator, field: "slippageBps", value: null })).toEqual({
      settings: { ...kept, slippageBps: undefined, swapShieldBps: 5_000 },
    });
    expect(
      await store.run(saveSetting, { operator, field: "swapShieldBps", value: 100, nowMs: T0 + 11 * MINUTE }),
    ).toMatchObject({ settings: { swapShieldBps: 100 } });
  });

  test("error: a value out of range is not stored", async () => {
    const store = redis().store();
    const { operator } = newParty();
    for (const [field, value] of [
      ["slippageBps", 501],
      ["swapShieldBps", 49],
      ["execMode", 100],
    ] as const) {
      await expect(async () => store.run(saveSetting, { operator, field, value })).rejects.toThrow();
    }
    expect(await store.snapshot()).toEqual({});
  });

  test("behavior: a delegation is switched off as it is, or loses single selectors and is off with the last", async () => {
    const store = redis().store();
    const { vault, operator, agent } = newParty();
    const record = delegationOf(vault, operator, agent);
    const chainId = 8453;
    expect(await store.run(disableDelegation, { chainId, vault })).toMatchObject({ record: null });
    await store.run(saveDelegation, { record });
    expect(
      await store.run(disableDelegation, { chainId, vault, selectors: ["0x3593564C", "0xffffffff"] }),
    ).toMatchObject({ record: { ...record, selectors: ["0x2213bc0b"] } });
    expect(await store.run(disableDelegation, { chainId, vault, selectors: ["0x2213bc0b"] })).toMatchObject({
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
    expect(await store.run(disableDelegation, { chainId: 10, vault })).toMatchObject({ record: null });
  });

  test("behavior: switching a delegation off names the hashes that may be out already", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    const second = newHash();
    await store.run(markAttempt, { attemptId: slice.attempt.id, addHash: second, nextCheckMs: T0 });
    const off = () => store.run(disableDelegation, { chainId: 8453, vault: slice.vault });
    expect((await off()).openHashes).toEqual([...slice.attempt.hashes, second]);
    await store.run(finishSlice, confirmation(slice));
    expect((await off()).openHashes).toEqual([]);
    expect((await store.run(disableDelegation, { chainId: 10, vault: slice.vault })).openHashes).toEqual([]);
  });
});
