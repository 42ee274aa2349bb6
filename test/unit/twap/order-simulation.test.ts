import fc from "fast-check";
import { expect, test } from "vitest";
import { type TwapOrder, twapOrder } from "../../../schemas/twap-order.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import { applySliceOutcome } from "../../../src/twap/apply-slice-outcome.ts";
import { planOfOrder } from "../../../src/twap/plan-of-order.ts";
import { planSlices } from "../../../src/twap/plan-slices.ts";
import type { SliceResult } from "../../../src/twap/slice-end-of.ts";
import { noDraw } from "./no-draw.ts";
import { cancelOrder, pauseOrder, resumeOrder } from "./operator-commands.ts";
import { MINUTE, orderFixture, T0 } from "./order-fixture.ts";

const HASH = `0x${"cd".repeat(32)}` as const;

const outageMs = fc.oneof(
  { weight: 9, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 * 60 * MINUTE }) },
);

/**
 * What happens next. `tick` steps carry how the slice ends if one is due; `resolve` ends an attempt
 * that is out.
 */
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      outageMs,
      ends: fc.constantFrom("executed", "failed", "pending", "refused", "meta"),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      outageMs,
      ends: fc.constant("executed"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("resolve" as const),
      outageMs,
      ends: fc.constantFrom("executed", "failed", "meta"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("cancel" as const, "pause" as const, "resume" as const),
      outageMs,
      ends: fc.constant(""),
    }),
  },
);

const outcomeOf = (ends: string, order: TwapOrder): SliceOutcome => {
  const number = Math.min(order.slicesExecuted + 1, order.sliceCount);
  switch (ends) {
    case "executed":
      return {
        kind: "executed",
        sellBase: planOfOrder(order, noDraw).slices[number - 1]?.amountBase ?? 0n,
        buyBase: 5n,
        estimated: false,
        hash: HASH,
        blockNumber: 1n,
      };
    case "pending":
      return { kind: "pending", attemptId: `${number}:${order.attemptsOfSlice + 1}`, hash: HASH };
    case "refused":
      return { kind: "refused_state" };
    case "meta":
      return { kind: "meta_unreadable" };
    default:
      return { kind: "failed", error: "no route", code: "no_route" };
  }
};

test("property: a sell order keeps invariants under any ticks, outcomes and commands", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40_000_000 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 5, max: 60 }),
      fc.array(step, { maxLength: 120, size: "max" }),
      (totalUnits, sliceCount, intervalMinutes, steps) => {
        const totalAmount = (totalUnits / 1_000_000).toFixed(6);
        const plan = planSlices({ totalAmount, sliceCount, intervalMinutes, decimals: 6 });
        fc.pre(plan.ok);
        const { totalBase, sliceBase } = plan.value;
        let order = orderFixture({
          totalBase: `${totalBase}`,
          sliceBase: `${sliceBase}`,
          sliceCount,
          intervalMinutes,
        });
        let dueMs: number | null = T0;
        let now = T0;
        let successes = 0;
        let spent = 0n;
        const counted = { events: 0, attempts: 0 };
        const ids = new Set<string>();

        const take = (result: SliceResult, outcome: SliceOutcome, before: TwapOrder) => {
          const isOutcome =
            outcome.kind === "executed" ||
            outcome.kind === "failed" ||
            (outcome.kind === "meta_unreadable" && before.pendingAttempt === undefined);
          if (isOutcome) counted.attempts += 1;
          if (result.event) counted.events += 1;
          if (outcome.kind === "executed") {
            successes += 1;
            spent += outcome.sellBase;
            expect(result.order.consecutiveFailures).toBe(0);
          }
          // Pause at exactly 3, and only there.
          const pausedNow =
            before.status !== "auto_paused" && result.order.status === "auto_paused";
          const failedThird =
            before.active && !result.order.active && result.order.status !== "completed";
          expect(pausedNow).toBe(failedThird);
          if (pausedNow) expect(result.order.consecutiveFailures).toBe(3);
          if (result.order.status === "active")
            expect(result.order.consecutiveFailures).toBeLessThan(3);
          for (const each of result.notifications) {
            // A late failure of an attempt already reported may repeat its id; everything else is
            // new.
            if (each.kind !== "slice_failed") expect(ids.has(each.id)).toBe(false);
            ids.add(each.id);
          }
          order = result.order;
          dueMs = result.dueMs;
        };

        for (const { do: action, ends, outageMs } of steps) {
          const before = order;
          if (action === "tick") {
            // Ticks come every 5 minutes; those at which nothing is due are passed over, and
            // sometimes an outage is in between.
            now +=
              5 * MINUTE * (1 + Math.max(0, Math.floor(((dueMs ?? now) - now) / (5 * MINUTE)))) +
              outageMs;
            if (dueMs === null || now <= dueMs) continue;
            const outcome = outcomeOf(ends, order);
            take(applySliceOutcome(order, outcome, now, noDraw), outcome, before);
            // At most one slice per tick: what was attempted is not due at this tick again.
            if (ends !== "refused" && dueMs !== null) expect(now <= dueMs).toBe(true);
          } else if (action === "resolve") {
            if (order.pendingAttempt === undefined) continue;
            const outcome = outcomeOf(ends, order);
            take(applySliceOutcome(order, outcome, now + 1, noDraw), outcome, before);
          } else {
            const verdict =
              action === "cancel"
                ? cancelOrder(order, now)
                : action === "pause"
                  ? pauseOrder(order)
                  : resumeOrder(order);
            if (!verdict.ok) continue;
            order = verdict.value;
            dueMs = applySliceOutcome(order, { kind: "refused_state" }, now, noDraw).dueMs;
          }
          twapOrder.parse(order);
          expect(order.id).toBe(before.id);
          expect(order.slicesExecuted).toBe(successes);
          expect(order.slicesExecuted).toBeLessThanOrEqual(sliceCount);
          expect(BigInt(order.spentBase)).toBe(spent);
          expect(spent <= totalBase).toBe(true);
          expect(counted.events).toBe(counted.attempts);
          if (order.slicesExecuted === sliceCount) expect(spent).toBe(totalBase);
          if (order.status === "completed") expect(order.slicesExecuted).toBe(sliceCount);
          if (before.status === "cancelled" || before.status === "completed")
            expect(order.status).toBe(before.status);
          if (order.pendingAttempt !== undefined || order.status !== "active")
            expect(dueMs).toBeNull();
          expect(order.active).toBe(
            ["active", "pending_confirmation", "paused"].includes(order.status),
          );
          expect(order.completedAt === undefined).toBe(
            order.status !== "completed" && order.status !== "cancelled",
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});
