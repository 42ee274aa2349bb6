import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fraction } from "../../../src/quality/fraction.ts";
import { orderQuality } from "../../../src/quality/order-quality.ts";
import { isWholeRun } from "../../support/is-whole-run.ts";
import { playedOrder } from "./support/played-orders.ts";
import { type Ratio, ratio, reportOfHistory } from "./support/report-of-history.ts";

/** On 10,000 orders the fractions add up exactly; `npm test` draws a part of them. */
const RUNS = { numRuns: isWholeRun ? 10_000 : 500 };

const asRatio = (value: Fraction | null): Ratio => (value ? [value.num, value.den] : ratio.zero);

describe("the quality report of an order", () => {
  it("behavior: each line is what the issue's formula says, on histories of all kinds", () => {
    const seen = { complete: 0, incomplete: 0 };
    fc.assert(
      fc.property(playedOrder, ({ facts, history }) => {
        const report = orderQuality(facts);
        const expected = reportOfHistory(history);
        expect(report.totalBase).toBe(expected.total);
        expect(report.coveredBase).toBe(expected.covered);
        expect(report.isComplete).toBe(expected.isComplete);
        expect(facts.record.beyondBase).toBe(expected.beyondAmount);
        for (const line of ["delay", "timing", "execution", "unfilled", "gas", "beyond"] as const)
          expect({ line, is: ratio.isEqual(asRatio(report[line]), expected[line]) }).toEqual({
            ...{ line, is: true },
          });
        seen[report.isComplete ? "complete" : "incomplete"] += 1;
        if (!report.isComplete) {
          expect(report.shortfall).toBeNull();
          return;
        }
        const { delay, timing, execution, unfilled } = report;
        const lines = [delay, timing, execution, unfilled].map(asRatio).reduce(ratio.add);
        expect(ratio.isEqual(lines, expected.shortfall)).toBe(true);
        expect(ratio.isEqual(asRatio(report.shortfall), expected.shortfall)).toBe(true);
      }),
      RUNS,
    );
    expect(seen.complete).toBeGreaterThan(RUNS.numRuns / 4);
    expect(seen.incomplete).toBeGreaterThan(RUNS.numRuns / 50);
  });

  it("security: what was only quoted is no fill", () => {
    fc.assert(
      fc.property(playedOrder, ({ facts, history }) => {
        const traded = history.happened.reduce(
          (sum, one) => (one.is === "send" && one.fill ? sum + one.fill.planned : sum),
          0n,
        );
        expect(orderQuality(facts).filledBase).toBe(traded);
      }),
      { numRuns: RUNS.numRuns / 10 },
    );
  });
});
