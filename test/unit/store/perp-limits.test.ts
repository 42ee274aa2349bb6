import { expect, test } from "vitest";
import type { PerpLimits } from "../../../schemas/perp-limits.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { savePerpLimits } from "../../../src/store/vaults/save-perp-limits.ts";
import { eachRedis } from "./support/each-redis.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

/** Decision D51. */
const DEFAULTS: PerpLimits = {
  maxLeverage: 5,
  maxCollateralBps: 1_000,
  maxNotionalBps: 20_000,
  minLiquidationDistanceBps: 500,
  maxPriceAgeSec: 60,
  maxPriceDeviationBps: 200,
};
const needed = { ok: false, code: "fresh_signature_needed" };

eachRedis((redis) => {
  const save = (
    store: TestStore,
    party: Party,
    limits: Partial<PerpLimits> | null,
    messageHash?: string,
  ) =>
    store.run(savePerpLimits, {
      ...{ vault: party.vault, operator: party.operator, limits, messageHash },
      chainId: 42161,
    });
  const seen = async (store: TestStore, { vault, operator }: Party, chainId: 42161 | 999 = 42161) =>
    (await store.run(loadCallContext, { nowMs: 1, chainId, vault, operator })).perpLimits;

  test("behavior: without any, defaults; vault's own hold on that chain, absent stay", async () => {
    const store = redis().store();
    const party = newParty();
    expect(await seen(store, party)).toEqual(DEFAULTS);
    expect(await save(store, party, { maxLeverage: 3 })).toEqual({
      ok: true,
      limits: { ...DEFAULTS, maxLeverage: 3 },
    });
    const both = { ...DEFAULTS, maxLeverage: 3, minLiquidationDistanceBps: 800 };
    expect(await save(store, party, { minLiquidationDistanceBps: 800 })).toEqual({
      ok: true,
      limits: both,
    });
    expect(await seen(store, party)).toEqual(both);
    expect(await seen(store, party, 999)).toEqual(DEFAULTS);
    expect(await seen(store, { ...newParty(), operator: party.operator })).toEqual(DEFAULTS);
  });

  test.each<[keyof PerpLimits, number, number]>([
    ["maxLeverage", 4, 6],
    ["maxCollateralBps", 999, 1_001],
    ["maxNotionalBps", 19_999, 20_001],
    ["minLiquidationDistanceBps", 501, 499],
    ["maxPriceAgeSec", 59, 61],
    ["maxPriceDeviationBps", 199, 201],
  ])(
    "behavior: %s is tightened by anything, loosened by a message of its own, once",
    async (name, tighter, looser) => {
      const store = redis().store();
      const party = newParty();
      const before = await store.snapshot();
      expect(await save(store, party, { [name]: looser })).toEqual(needed);
      expect(await store.snapshot()).toEqual(before);
      expect(await save(store, party, { [name]: tighter })).toMatchObject({ ok: true });
      expect(await save(store, party, { [name]: DEFAULTS[name] })).toEqual(needed);
      expect(await save(store, party, null)).toEqual(needed);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => save(store, party, { [name]: looser }, "0xe1")),
      );
      expect(answers.filter(({ ok }) => ok)).toEqual([
        { ok: true, limits: { ...DEFAULTS, [name]: looser } },
      ]);
      expect(answers.filter(({ ok }) => !ok)).toEqual(
        Array(3).fill({ ok: false, code: "signature_used" }),
      );
      // A tightening of one beside a loosening of another is a loosening.
      const other = name === "maxLeverage" ? { maxPriceAgeSec: 600 } : { maxLeverage: 50 };
      expect(await save(store, party, { [name]: tighter, ...other })).toEqual(needed);
      expect(await save(store, party, null)).toMatchObject({ ok: true, limits: DEFAULTS });
    },
  );

  test("error: a figure out of range is never stored", async () => {
    const store = redis().store();
    for (const limits of [
      { maxLeverage: 0 },
      { maxLeverage: 51 },
      { maxCollateralBps: 10_001 },
      { maxPriceAgeSec: 4 },
    ])
      await expect(save(store, newParty(), limits)).rejects.toThrow();
  });
});
