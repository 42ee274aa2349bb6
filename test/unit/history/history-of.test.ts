import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { historyOf, sumsOf } from "../../../src/history/history-of.ts";
import type { StoredSample } from "../../../src/store/samples/stored-sample.ts";

const HOUR_SEC = 3_600;
const T0_SEC = 1_788_220_800;

type Point = { nav: bigint | null; supply: bigint; moved: bigint };
const samplesOf = (points: readonly Point[], cadence: "hourly" | "daily" = "hourly") =>
  points.map(
    ({ nav, supply, moved }, index): StoredSample => ({
      atSec: T0_SEC + index * HOUR_SEC,
      block: BigInt(index),
      figures: nav === null ? null : { unitaryValue: nav, supply, netTotalValue: 7n },
      movedPerUnit: moved,
      cadence,
    }),
  );

const point = fc.record({
  nav: fc.option(fc.bigInt({ min: 0n, max: 10n ** 40n }), { freq: 6 }),
  supply: fc.bigInt({ min: 0n, max: 10n ** 40n }),
  moved: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
});

describe("what of the change the trading made", () => {
  test("property: performance and flows are each their own sum, and make the change", () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), (points) => {
        const sums = sumsOf(samplesOf(points));
        // The formulas over the points that have a NAV; what was moved at one that has none
        // is the next one's.
        const known: { nav: bigint; supply: bigint; moved: bigint }[] = [];
        let carried = 0n;
        for (const { nav, supply, moved } of points) {
          carried += moved;
          if (nav === null) continue;
          known.push({ nav, supply, moved: carried });
          carried = 0n;
        }
        if (known.length < 2) {
          expect(sums).toBeUndefined();
          return;
        }
        let [performance, flows, syncs] = [0n, 0n, 0n];
        for (let i = 0; i + 1 < known.length; i += 1) {
          const [a, b] = [known[i]!, known[i + 1]!];
          performance += (b.nav - a.nav) * a.supply;
          flows += b.nav * (b.supply - a.supply);
          syncs += b.moved * a.supply;
        }
        const [first, last] = [known[0]!, known.at(-1)!];
        expect(sums).toEqual({
          change: last.nav * last.supply - first.nav * first.supply,
          performance: performance - syncs,
          flows: flows + syncs,
        });
        expect(sums!.performance + sums!.flows).toBe(sums!.change);
      }),
      { numRuns: 500 },
    );
  });

  test("behavior: a deposit is no profit, a withdrawal no loss, a sync neither", () => {
    const [nav, supply] = [1_000_000n, 500_000_000n];
    const deposit = [
      { nav, supply, moved: 0n },
      { nav, supply: 3n * supply, moved: 0n },
      { nav, supply: 2n * supply, moved: 0n },
    ];
    expect(sumsOf(samplesOf(deposit))).toEqual({
      ...{ change: nav * supply, performance: 0n, flows: nav * supply },
    });
    // A tenth of each unit's value leaves to another chain.
    const sync = [
      { nav, supply, moved: 0n },
      { nav: 900_000n, supply, moved: -100_000n },
    ];
    expect(sumsOf(samplesOf(sync))).toEqual({
      ...{ change: -100_000n * supply, performance: 0n, flows: -100_000n * supply },
    });
    const profit = [
      { nav, supply, moved: 0n },
      { nav: 1_100_000n, supply, moved: 0n },
    ];
    expect(sumsOf(samplesOf(profit))).toMatchObject({ performance: 100_000n * supply, flows: 0n });
  });
});

describe("how it is shown", () => {
  const decimals = { base: 6, vault: 18 };
  const nowMs = (T0_SEC + 10 * HOUR_SEC) * 1_000;

  test("default: samples oldest first with their figures, sums exact in the base token", () => {
    const [late, early] = samplesOf([
      { nav: 1_000_000n, supply: 10n ** 18n, moved: 0n },
      { nav: 1_000_003n, supply: 10n ** 18n + 1n, moved: -2n },
    ]).reverse() as [StoredSample, StoredSample];
    const shown = historyOf([late, early], { decimals, nowMs, days: 1 });
    expect(shown.samples).toEqual([
      {
        ...{ atMs: T0_SEC * 1_000, block: "0", cadence: "hourly" },
        figures: {
          ...{ unitaryValue: "1", unitaryValueBase: "1000000", supplyBase: "1000000000000000000" },
          ...{ netTotalValue: "0.000007", netTotalValueBase: "7", movedPerUnitBase: "0" },
        },
      },
      {
        ...{ atMs: (T0_SEC + HOUR_SEC) * 1_000, block: "1", cadence: "hourly" },
        figures: {
          ...{ unitaryValue: "1.000003", unitaryValueBase: "1000003" },
          ...{ supplyBase: "1000000000000000001", movedPerUnitBase: "-2" },
          ...{ netTotalValue: "0.000007", netTotalValueBase: "7" },
        },
      },
    ]);
    // 5 and 1.000003 - 2 of a unit: nothing is rounded.
    expect(shown.sums).toEqual({
      change: "0.000003000000000001000003",
      performance: "0.000005",
      flows: "-0.000001999999999998999997",
    });
  });

  test("behavior: where a sample is missing the gap is named, also until now", () => {
    const all = samplesOf(Array.from({ length: 9 }, () => ({ nav: 1n, supply: 1n, moved: 0n })));
    const kept = all.filter((_, index) => index !== 3 && index !== 4);
    const at = (index: number) => (T0_SEC + index * HOUR_SEC) * 1_000;
    const gaps = (samples: StoredSample[], now: number) =>
      historyOf(samples, { decimals, nowMs: now, days: 400 }).gaps;
    expect(gaps(all, at(9))).toEqual([]);
    expect(gaps(kept, at(9))).toEqual([{ fromMs: at(2), toMs: at(5) }]);
    expect(gaps(all, at(11))).toEqual([{ fromMs: at(8), toMs: null }]);
    expect(gaps(samplesOf([{ nav: 1n, supply: 1n, moved: 0n }], "daily"), at(48))).toEqual([]);
  });

  test("behavior: an unpriced sample says so, and none is older than was asked for", () => {
    const samples = samplesOf([
      { nav: 1n, supply: 1n, moved: 0n },
      { nav: null, supply: 0n, moved: 0n },
    ]);
    const shown = historyOf(samples, { decimals, nowMs, days: 1 });
    expect(shown.samples[1]!.figures).toEqual({
      unavailable: { error: "no_price_feed", message: expect.any(String) },
    });
    expect(shown.sums).toBeNull();
    const later = nowMs + 15 * HOUR_SEC * 1_000;
    expect(historyOf(samples, { decimals, nowMs: later, days: 1 }).samples).toHaveLength(1);
  });
});
