import type { Hex } from "viem";
import { expect, test } from "vitest";
import { shiftNav } from "../../../src/store/attempts/record-nav.ts";
import type { SampledVault } from "../../../src/store/samples/stored-sample.ts";
import { recordSamples, takeSamples } from "../../../src/store/samples/take-samples.ts";
import { readAsOperator } from "../../../src/store/vaults/read-as-operator.ts";
import { disableDelegation, saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { eachRedis } from "./support/each-redis.ts";
import { delegationOf, newAddress } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Long after its delegation, at the beginning of a day. */
const T = 20_700 * DAY;
const BASE = 8453;

/** Its hours begin on the hour, and its daily sample is at midnight. */
const plainVault = (): Hex => `${newAddress().slice(0, -6)}000000` as Hex;

const delegate = async (store: TestStore, vault: Hex, nowMs = T - 30 * DAY) => {
  const [operator, agent] = [newAddress(), newAddress()];
  const record = delegationOf(vault, operator, agent);
  await store.run(saveDelegation, { nowMs, record });
  return operator;
};
const take = async (store: TestStore, nowMs: number, limit = 100) =>
  (await store.run(takeSamples, { nowMs, limit, leaseMs: 120_000 })).taken.map(
    ({ vault }) => vault,
  );
const seenAt = (ms: number, nav = 1_000_000n): SampledVault => ({
  ...{ atSec: ms / 1_000, block: 40_000_000n },
  figures: { unitaryValue: nav, supply: 5n * 10n ** 24n, netTotalValue: 5n * nav },
});
const record = (store: TestStore, vault: Hex, ms: number, nav?: bigint) =>
  store.run(recordSamples, {
    nowMs: ms,
    samples: [{ chainId: BASE, vault, seen: seenAt(ms, nav) }],
  });
const look = async (store: TestStore, vault: Hex, operator: Hex, nowMs: number) =>
  (
    await store.run(readAsOperator, { nowMs, vault, chainId: BASE, operator, samples: true })
  ).samples!.sort((a, b) => a.atSec - b.atSec);
const move = (store: TestStore, vault: Hex, perUnit: string, more: object) =>
  store.run(shiftNav, {
    ...{ chainId: BASE, vault, perUnit, direction: "up" as const, moveId: perUnit },
    ...{ nowMs: T, untilMs: T, ...more },
  });

eachRedis((redis) => {
  test("default: a confirmed vault is due at once, leased, then due daily at its own hour", async () => {
    const store = redis().store();
    const vault = plainVault();
    await delegate(store, vault);
    expect(await take(store, T)).toEqual([vault]);
    expect(await take(store, T + 119_999)).toEqual([]);
    // Nobody answered: it is due again when the lease ends.
    expect(await take(store, T + 120_000)).toEqual([vault]);
    await record(store, vault, T + 120_000);
    expect(await take(store, T + DAY - 1)).toEqual([]);
    expect(await take(store, T + DAY)).toEqual([vault]);
    const other = `${plainVault().slice(0, -6)}050e10` as Hex;
    await delegate(store, other);
    expect(await take(store, T + DAY)).toEqual([other]);
    await record(store, other, T + DAY);
    // 0x05 is its hour of the day, 0x0e10 = 3,600 seconds its offset of none.
    expect(await take(store, T + DAY + 5 * HOUR - 1)).not.toContain(other);
    expect(await take(store, T + DAY + 5 * HOUR)).toContain(other);
  });

  test("behavior: hourly for a week after a look, and in every hour one sample", async () => {
    const store = redis().store();
    const vault = plainVault();
    const operator = await delegate(store, vault);
    expect(await look(store, vault, operator, T)).toEqual([]);
    for (const ms of [T, T + HOUR / 2, T + HOUR, T + 7 * DAY, T + 7 * DAY + HOUR])
      await record(store, vault, ms);
    const samples = await look(store, vault, newAddress(), T);
    expect(samples.map(({ atSec, cadence }) => [atSec * 1_000 - T, cadence])).toEqual([
      ...[
        [0, "hourly"],
        [HOUR, "hourly"],
      ],
      ...[
        [7 * DAY, "hourly"],
        [7 * DAY + HOUR, "daily"],
      ],
    ]);
    expect(samples[0]).toMatchObject({ ...seenAt(T), movedPerUnit: 0n });
  });

  test("security: who did not confirm the delegation makes it sampled no more often", async () => {
    const store = redis().store();
    const vault = plainVault();
    const operator = await delegate(store, vault);
    const cadenceAfter = async (by: Hex, ms: number) => {
      await look(store, vault, by, ms - 1);
      await record(store, vault, ms);
      return (await look(store, vault, newAddress(), ms)).at(-1)!.cadence;
    };
    expect(await cadenceAfter(newAddress(), T)).toBe("daily");
    expect(await cadenceAfter(operator, T + DAY)).toBe("hourly");
  });

  test("behavior: without a delegation nothing is due, and a look begins nothing", async () => {
    const store = redis().store();
    const [vault, never] = [plainVault(), plainVault()];
    const operator = await delegate(store, vault);
    await store.run(disableDelegation, { nowMs: T, chainId: BASE, vault, operator });
    expect(await take(store, T)).toEqual([]);
    expect(await look(store, never, operator, T)).toEqual([]);
    expect(await look(store, vault, operator, T)).toEqual([]);
    await record(store, vault, T);
    expect([await take(store, T + 2 * DAY), await look(store, vault, operator, T)]).toEqual([
      [],
      [],
    ]);
  });

  test("behavior: a sync counts in the first sample that saw it, also when told later", async () => {
    const store = redis().store();
    const vault = plainVault();
    const operator = await delegate(store, vault);
    await look(store, vault, operator, T);
    await move(store, vault, "5", { untilMs: T - 1, direction: "down" });
    await record(store, vault, T);
    await record(store, vault, T + HOUR);
    await record(store, vault, T + 2 * HOUR);
    // Told after the second sample, of a move between the first and the second.
    await move(store, vault, "7", { untilMs: T + HOUR / 2 });
    await move(store, vault, "7", { untilMs: T + HOUR / 2 });
    await move(store, vault, "900", { untilMs: T + 3 * HOUR });
    await record(store, vault, T + 4 * HOUR);
    const moved = (await look(store, vault, operator, T)).map(({ movedPerUnit }) => movedPerUnit);
    expect(moved).toEqual([-5n, 7n, 0n, 900n]);
  });

  test("behavior: hourly for a week, then one a day for 400, in at most 40 kB, no sync lost", async () => {
    const store = redis().store();
    const vault = plainVault();
    const operator = await delegate(store, vault);
    await look(store, vault, operator, T);
    // A day whose hours are all kept first, then thinned.
    for (let hour = 0; hour < 24; hour += 1) {
      await move(store, vault, "3", { untilMs: T + hour * HOUR - 1, moveId: String(hour) });
      await record(store, vault, T + hour * HOUR);
    }
    for (let day = 1; day <= 8; day += 1) await record(store, vault, T + day * DAY);
    const thinned = await look(store, vault, operator, T + 8 * DAY);
    expect(thinned.map(({ atSec }) => (atSec * 1_000 - T) / DAY)).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8],
    ]);
    expect(thinned.map(({ movedPerUnit }) => movedPerUnit)).toEqual([
      3n,
      69n,
      ...Array(7).fill(0n),
    ]);
    expect(thinned[0]!.cadence).toBe("daily");

    const full = plainVault();
    const owner = await delegate(store, full);
    for (let day = 0; day < 410; day += 1) await record(store, full, T + day * DAY, 10n ** 20n);
    await look(store, full, owner, T + 409 * DAY);
    for (let hour = 1; hour <= 170; hour += 1)
      await record(store, full, T + 409 * DAY + hour * HOUR, 10n ** 20n);
    const kept = await look(store, full, owner, T + 417 * DAY);
    expect(kept[0]!.atSec * 1_000).toBeGreaterThanOrEqual(T + 16 * DAY);
    expect(kept.length).toBeGreaterThan(560);
    expect(kept.length).toBeLessThanOrEqual(400 + 7 * 24);
    const stored = (await store.command("HGETALL", store.keys.samples(BASE, full))) as string[];
    expect(stored.join("").length).toBeLessThan(40_000);
  });

  test("behavior: a round takes as many as it is told, and says whether there are more", async () => {
    const store = redis().store();
    for (let index = 0; index < 5; index += 1) await delegate(store, newAddress());
    const of = (nowMs: number) => store.run(takeSamples, { nowMs, limit: 3, leaseMs: 120_000 });
    const [first, second] = [await of(T), await of(T)];
    expect([first.taken.length, first.more, second.taken.length, second.more]).toEqual([
      ...[3, true, 2, false],
    ]);
  });
});
