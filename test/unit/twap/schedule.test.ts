import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planOfOrder } from "../../../src/twap/plan-of-order.ts";
import { advancePoint, dueAtMs, plannedPointMs } from "../../../src/twap/points-of-order.ts";
import { noDraw } from "./no-draw.ts";
import { MINUTE, orderFixture, T0 } from "./order-fixture.ts";

type Scheduled = {
  createdAt: number;
  intervalMinutes: number;
  pointIndex: number;
  anchorMs?: number;
};
const TICK = 5 * MINUTE;

/** Runs a schedule over tick times: the times at which a slice was attempted. */
function attemptsAt(intervalMinutes: number, ticks: readonly number[]): number[] {
  let order: Scheduled = { createdAt: T0, intervalMinutes, pointIndex: 0 };
  const attempts: number[] = [];
  for (const now of ticks) {
    if (!(now > dueAtMs(order))) continue;
    attempts.push(now);
    order = { ...order, ...advancePoint(order, now) };
  }
  return attempts;
}

const regularTicks = (count: number, firstMs = T0 + 1) =>
  Array.from({ length: count }, (_, i) => firstMs + i * TICK);

describe("plannedPointMs", () => {
  test("behavior: point k is k intervals after the first attempt", () => {
    expect(plannedPointMs(orderFixture({ anchorMs: T0 + 3 }), 4)).toBe(T0 + 3 + 40 * MINUTE);
  });
});

describe("dueAtMs", () => {
  test("behavior: the first slice is due at the next tick", () => {
    expect(dueAtMs(orderFixture())).toBe(T0);
  });

  test("behavior: later ones from a minute before their planned point (decision D36)", () => {
    expect(dueAtMs(orderFixture({ anchorMs: T0, pointIndex: 2 }))).toBe(T0 + 19 * MINUTE);
  });

  test.each(["paused", "auto_paused", "completed", "cancelled"] as const)(
    "behavior: %s is not in the index",
    (status) => {
      expect(planOfOrder(orderFixture({ status, active: false }), noDraw).dueMs).toBeNull();
    },
  );

  test("behavior: an unknown outcome keeps the order out of the index (decision D31)", () => {
    expect(
      planOfOrder(orderFixture({ status: "pending_confirmation", pendingAttempt: "a" }), noDraw)
        .dueMs,
    ).toBeNull();
    expect(planOfOrder(orderFixture(), noDraw).dueMs).toBe(T0);
  });
});

describe("advancePoint", () => {
  const order = orderFixture({ anchorMs: T0, pointIndex: 1 });

  test("behavior: the first attempt anchors the schedule", () => {
    expect(advancePoint(orderFixture(), T0 + 123)).toEqual({ anchorMs: T0 + 123, pointIndex: 1 });
  });

  test.each([
    ["on time", 10 * MINUTE, 2],
    ["a minute early, the first due moment", 9 * MINUTE + 1, 2],
    ["late, the next point not due yet", 19 * MINUTE, 2],
    ["so late that the next point is due too", 19 * MINUTE + 1, 3],
    ["after an outage of an hour", 70 * MINUTE, 8],
  ])("boundary: an attempt %s", (_, elapsed, pointIndex) => {
    expect(advancePoint(order, T0 + elapsed)).toEqual({ anchorMs: T0, pointIndex });
  });

  test("behavior: an attempt uses up its point even when the clock went back", () => {
    expect(advancePoint({ ...order, pointIndex: 5 }, T0 - MINUTE)).toEqual({
      anchorMs: T0,
      pointIndex: 6,
    });
  });
});

describe("pace", () => {
  test("behavior: 20 slices at 7 minutes take 19 x 7 minutes, within one tick", () => {
    const attempts = attemptsAt(7, regularTicks(60)).slice(0, 20);
    expect(attempts).toHaveLength(20);
    const took = (attempts.at(-1) ?? 0) - (attempts[0] ?? 0);
    expect(Math.abs(took - 19 * 7 * MINUTE)).toBeLessThanOrEqual(TICK);
  });

  test("behavior: an interval of 5 minutes runs at every tick", () => {
    expect(attemptsAt(5, regularTicks(50))).toHaveLength(50);
  });

  test("property: the n-th slice is within one tick of plan, any interval, wavering ticks", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 600 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 300, maxLength: 300 }),
        (intervalMinutes, wavers) => {
          const attempts = attemptsAt(
            intervalMinutes,
            wavers.map((waver, i) => T0 + 1 + i * TICK + waver),
          );
          const first = attempts[0] ?? Number.NaN;
          attempts.forEach((at, n) => {
            const late = at - (first + n * intervalMinutes * MINUTE);
            expect(late).toBeGreaterThan(-MINUTE);
            expect(late).toBeLessThanOrEqual(TICK + 20_000);
          });
          const span = 299 * TICK;
          expect(attempts.length).toBeGreaterThanOrEqual(
            Math.floor(span / (intervalMinutes * MINUTE)) - 1,
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  test("property: after an outage one slice at most runs at once, none before plan's point", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 120 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 5_000 }),
        (intervalMinutes, before, outageMinutes) => {
          const ticks = regularTicks(before);
          const resumeMs = (ticks.at(-1) ?? T0) + TICK + outageMinutes * MINUTE;
          const after = regularTicks(50, resumeMs);
          const attempts = attemptsAt(intervalMinutes, [...ticks, ...after]).filter(
            (at) => at >= resumeMs,
          );
          // Over any stretch after the outage: one slice per interval, and the one that was late.
          attempts.forEach((at, n) => {
            expect(n).toBeLessThanOrEqual(
              Math.floor((at - resumeMs) / (intervalMinutes * MINUTE)) + 2,
            );
          });
          expect(new Set(attempts).size).toBe(attempts.length);
        },
      ),
    );
  });

  test("property: due is the spec's rule, jitter 60 s plus last lateness (decision D36)", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 300 }),
        fc.array(fc.integer({ min: 1, max: 40 * MINUTE }), { minLength: 1, maxLength: 60 }),
        (intervalMinutes, gaps) => {
          const interval = intervalMinutes * MINUTE;
          let order: Scheduled = { createdAt: T0, intervalMinutes, pointIndex: 0 };
          let lastExecution: number | undefined;
          let lateness = 0;
          let now = T0;
          for (const gap of gaps) {
            now += gap;
            const isDueBySpec =
              lastExecution === undefined || now - lastExecution + 60_000 + lateness > interval;
            expect(now > dueAtMs(order)).toBe(isDueBySpec);
            if (!isDueBySpec) continue;
            order = { ...order, ...advancePoint(order, now) };
            const anchor = order.anchorMs ?? Number.NaN;
            // The point just served: the latest one whose minute of grace had begun.
            let served = 0;
            while (anchor + (served + 1) * interval - 60_000 < now) served += 1;
            lateness = now - (anchor + served * interval);
            lastExecution = now;
          }
        },
      ),
    );
  });
});
