import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type TwapOrder, twapOrder } from "../../../schemas/twap-order.ts";
import type { Draw } from "../../../src/deps.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import { applySliceOutcome } from "../../../src/twap/apply-slice-outcome.ts";
import { editOrder } from "../../../src/twap/edit-order.ts";
import { planOfOrder } from "../../../src/twap/plan-of-order.ts";
import { planSlices } from "../../../src/twap/plan-slices.ts";
import { skipSlice } from "../../../src/twap/tools/skip-twap-slice.ts";
import { keyedDraw } from "./keyed-draw.ts";
import { noDraw } from "./no-draw.ts";
import { MINUTE, orderFixture, T0 } from "./order-fixture.ts";

const HASH = `0x${"cd".repeat(32)}` as const;
const TICK = 5 * MINUTE;
const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

describe("a record without options", () => {
  test("default: its slices are the even cut, its times the points from the creation on", () => {
    const { slices, dueMs, leftBase, nextNumber } = planOfOrder(orderFixture(), noDraw);
    expect({ dueMs, leftBase, nextNumber }).toEqual({
      dueMs: T0,
      leftBase: 50_000_000n,
      nextNumber: 1,
    });
    expect(slices).toEqual([
      { number: 1, amountBase: 20_000_000n, plannedMs: T0, state: "to_come" },
      { number: 2, amountBase: 20_000_000n, plannedMs: T0 + 10 * MINUTE, state: "to_come" },
      { number: 3, amountBase: 10_000_000n, plannedMs: T0 + 20 * MINUTE, state: "to_come" },
    ]);
  });

  test("behavior: executed before fields existed: traded is the even cut's first slices", () => {
    const order = orderFixture({
      slicesExecuted: 2,
      anchorMs: T0,
      pointIndex: 4,
      spentBase: "40000000",
    });
    const plan = planOfOrder(order, noDraw);
    expect(plan).toMatchObject({
      tradedBase: 40_000_000n,
      leftBase: 10_000_000n,
      dueMs: T0 + 39 * MINUTE,
    });
    expect(plan.worthAt(T0 + 99 * MINUTE)).toEqual({
      number: 3,
      slices: 1,
      amountBase: 10_000_000n,
    });
    expect(plan.slices.map(({ state, plannedMs }) => [state, plannedMs])).toEqual([
      ["done", null],
      ["done", null],
      ["to_come", T0 + 40 * MINUTE],
    ]);
  });

  test("behavior: one whose transaction is out since before is worth one slice", () => {
    const out = orderFixture({
      status: "pending_confirmation",
      pendingAttempt: "a",
      slicesExecuted: 1,
      anchorMs: T0,
    });
    expect(planOfOrder(out, noDraw).worthAt(T0 + 1)).toEqual({
      number: 2,
      slices: 1,
      amountBase: 20_000_000n,
    });
    expect(planOfOrder(out, noDraw).slices[1]).toMatchObject({ state: "open", plannedMs: null });
  });

  test("error: there is no slice behind the last one", () => {
    const done = orderFixture({ slicesExecuted: 3, status: "completed", active: false });
    expect(() => planOfOrder(done, noDraw).worthAt(T0)).toThrow("does not exist");
  });
});

describe("start and end", () => {
  const ends = (fields: Partial<TwapOrder>) => planOfOrder(orderFixture(fields), noDraw);

  test("behavior: the first slice is due from startAt on, not a ms before", () => {
    expect(ends({ startAt: T0 + 7 * MINUTE }).dueMs).toBe(T0 + 7 * MINUTE - 1);
    expect(ends({ startAt: T0 + 7 * MINUTE, anchorMs: T0 + 8 * MINUTE, pointIndex: 1 }).dueMs).toBe(
      T0 + 17 * MINUTE,
    );
  });

  test("behavior: an order is due at its end, also a paused one, and not a ms before", () => {
    expect(ends({ anchorMs: T0, pointIndex: 1, expiresAt: T0 + 6 * MINUTE }).dueMs).toBe(
      T0 + 6 * MINUTE - 1,
    );
    expect(ends({ status: "paused", expiresAt: T0 + 6 * MINUTE }).dueMs).toBe(T0 + 6 * MINUTE - 1);
    expect(ends({ status: "paused" }).dueMs).toBeNull();
    expect(ends({ expiresAt: T0 + 6 }).hasExpired(T0 + 5)).toBe(false);
    expect(ends({ expiresAt: T0 + 6 }).hasExpired(T0 + 6)).toBe(true);
  });

  test("behavior: what is planned for after the end is late", () => {
    const plan = ends({ expiresAt: T0 + 10 * MINUTE });
    expect(plan.lateBase).toBe(30_000_000n);
    expect(plan.slices.map(({ state }) => state)).toEqual(["to_come", "late", "late"]);
  });

  test("behavior: an order that has ended before its last slice keeps what was left apart", () => {
    const order = orderFixture({
      slicesExecuted: 1,
      expiresAt: T0 + 9 * MINUTE,
      anchorMs: T0,
      pointIndex: 1,
    });
    const {
      order: ended,
      event,
      notifications,
      dueMs,
      change,
    } = applySliceOutcome(order, { kind: "expired" }, T0 + 10 * MINUTE, noDraw);
    expect(ended).toMatchObject({
      status: "expired",
      active: false,
      restBase: "30000000",
      completedAt: T0 + 10 * MINUTE,
    });
    expect({ event, notifications, dueMs }).toEqual({
      event: null,
      notifications: [],
      dueMs: null,
    });
    expect(change).toEqual({
      kind: "order_expired",
      amountBase: "30000000",
      amount: "30",
      symbol: "USDC",
    });
    expect(planOfOrder(ended, noDraw).slices.map(({ state }) => state)).toEqual([
      "done",
      "left",
      "left",
    ]);
  });

  test("behavior: an open transaction is decided before its order ends", () => {
    const out = orderFixture({
      status: "pending_confirmation",
      pendingAttempt: "a",
      expiresAt: T0 + 1,
    });
    expect(applySliceOutcome(out, { kind: "expired" }, T0 + 2, noDraw).order).toEqual(out);
  });
});

describe("random sizes and times", () => {
  const draw = keyedDraw("secret");
  const random = (fields: Partial<TwapOrder>, of = draw) =>
    planOfOrder(
      orderFixture({ totalBase: "1000000001", sliceBase: "100000000", sliceCount: 10, ...fields }),
      of,
    );

  test("property: slices stay in their share of even, in whole units, and sum to the total", () => {
    const arbitrary = fc.record({
      totalUnits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      sliceCount: fc.integer({ min: 1, max: 60 }),
      decimals: fc.integer({ min: 0, max: 24 }),
      sizeBps: fc.integer({ min: 0, max: 5_000 }),
      way: fc.constantFrom("sliceCount" as const, "sliceAmount" as const),
      key: fc.string(),
    });
    fc.assert(
      fc.property(arbitrary, ({ totalUnits, sliceCount, decimals, sizeBps, way, key }) => {
        const precision = Math.min(6, decimals);
        const unit = 10n ** BigInt(decimals - precision);
        const text = (units: bigint) => {
          const digits = units.toString().padStart(precision + 1, "0");
          return precision === 0
            ? digits
            : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
        };
        const slice = totalUnits / BigInt(sliceCount);
        const cut = planSlices({
          totalAmount: text(totalUnits),
          ...(way === "sliceCount"
            ? { sliceCount }
            : { sliceAmount: text(slice > 0n ? slice : 1n) }),
          intervalMinutes: 10,
          decimals,
        });
        fc.pre(cut.ok);
        const even = orderFixture({
          sellDecimals: decimals,
          totalBase: `${cut.value.totalBase}`,
          sliceBase: `${cut.value.sliceBase}`,
          sliceCount: cut.value.sliceCount,
        });
        const evenly = planOfOrder(even, noDraw).slices.map(({ amountBase }) => amountBase);
        const drawn = planOfOrder(
          { ...even, randomize: { sizeBps, timeBps: 0 } },
          keyedDraw(key),
        ).slices;
        const amounts = drawn.map(({ amountBase }) => amountBase);
        expect(sum(amounts)).toBe(totalUnits * unit);
        const far = amounts.filter((amount, index) => {
          const of = evenly[index] ?? 0n;
          const off = amount > of ? amount - of : of - amount;
          return amount <= 0n || amount % unit !== 0n || off * 10_000n > of * BigInt(sizeBps);
        });
        expect(far).toEqual([]);
      }),
    );
  });

  test("behavior: another order, vault or secret draws otherwise", () => {
    const amounts = (plan: ReturnType<typeof random>) =>
      plan.slices.map(({ amountBase }) => amountBase).join();
    const randomize = { sizeBps: 5_000, timeBps: 0 };
    const own = amounts(random({ randomize }));
    expect(amounts(random({ randomize }))).toBe(own);
    const others = [
      random({ randomize, id: 8 }),
      random({ randomize, vaultAddress: `0x${"e5".repeat(20)}` }),
      random({ randomize }, keyedDraw("another")),
    ];
    for (const other of others) expect(amounts(other)).not.toBe(own);
  });

  test("property: times are whole ticks after the plan, at most their share, before next", () => {
    const arbitrary = fc.record({
      intervalMinutes: fc.integer({ min: 5, max: 43_200 }),
      timeBps: fc.integer({ min: 0, max: 5_000 }),
      pointIndex: fc.integer({ min: 1, max: 50 }),
      key: fc.string(),
    });
    fc.assert(
      fc.property(arbitrary, ({ key, timeBps, ...fields }) => {
        const { slices, dueMs } = random(
          { ...fields, anchorMs: T0, randomize: { sizeBps: 0, timeBps } },
          keyedDraw(key),
        );
        const intervalMs = fields.intervalMinutes * MINUTE;
        slices.forEach(({ plannedMs }, index) => {
          const laterMs = (plannedMs ?? 0) - (T0 + (fields.pointIndex + index) * intervalMs);
          expect(laterMs % TICK).toBe(0);
          expect(laterMs >= 0 && laterMs * 10_000 <= intervalMs * timeBps).toBe(true);
        });
        expect(dueMs).toBe((slices[0]?.plannedMs ?? 0) - MINUTE);
      }),
    );
  });

  test("property: at five-minute ticks random orders attempt point by point, none twice", () => {
    const arbitrary = fc.record({
      intervalMinutes: fc.integer({ min: 1, max: 24 }),
      timeBps: fc.integer({ min: 0, max: 5_000 }),
      key: fc.string(),
    });
    fc.assert(
      fc.property(arbitrary, ({ intervalMinutes, timeBps, key }) => {
        const of = keyedDraw(key);
        let order = orderFixture({
          intervalMinutes: intervalMinutes * 5,
          sliceCount: 12,
          totalBase: "240000000",
          randomize: { sizeBps: 0, timeBps },
        });
        const points: number[] = [];
        for (let now = T0 + 1; points.length < 12; now += TICK) {
          const plan = planOfOrder(order, of);
          if (!(plan.dueMs !== null && now > plan.dueMs)) continue;
          order = {
            ...order,
            ...plan.servedAt(now),
            slicesExecuted: order.slicesExecuted + (points.length < 11 ? 1 : 0),
          };
          points.push(order.pointIndex);
        }
        expect(points).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      }),
    );
  });
});

describe("catching up", () => {
  const missed = (points: number, fields: Partial<TwapOrder> = {}) =>
    planOfOrder(
      orderFixture({
        sliceCount: 10,
        totalBase: "200000000",
        anchorMs: T0,
        pointIndex: 1,
        slicesExecuted: 1,
        catchUp: true,
        ...fields,
      }),
      noDraw,
    ).worthAt(T0 + (1 + points) * 10 * MINUTE);

  test.each([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 3],
    [30, 3],
  ])("behavior: %i points missed are worth %i slices", (points, slices) => {
    expect(missed(points)).toEqual({ number: 2, slices, amountBase: BigInt(slices) * 20_000_000n });
  });

  test("behavior: no more than are left, and none where it is off", () => {
    expect(missed(5, { slicesExecuted: 8, pointIndex: 1 })).toEqual({
      number: 9,
      slices: 2,
      amountBase: 40_000_000n,
    });
    expect(missed(5, { catchUp: false })).toMatchObject({ slices: 1 });
  });

  test.each([
    ["two points missed, one slice skipped: the two others are traded at once", 2, 1, 2],
    ["two points missed, two skipped: what is left of it is the slice of now", 2, 2, 1],
    ["none missed: the next slice waits for its own point", 0, 1, 0],
  ])(
    "behavior: a skipped slice takes no more than itself of what is owed (%s)",
    (_, points, skips, worth) => {
      const nowMs = T0 + (1 + points) * 10 * MINUTE;
      let order = orderFixture({
        ...{
          sliceCount: 10,
          totalBase: "200000000",
          anchorMs: T0,
          pointIndex: 1,
          slicesExecuted: 1,
          catchUp: true,
        },
      });
      for (let skip = 0; skip < skips; skip += 1) order = skipSlice(order, nowMs, noDraw).order;
      const { dueMs, worthAt } = planOfOrder(order, noDraw);
      const isDue = dueMs !== null && nowMs > dueMs;
      expect(isDue ? worthAt(nowMs).slices : 0).toBe(worth);
      if (!isDue) expect(dueMs).toBe(nowMs + 9 * MINUTE);
    },
  );
});

type Step =
  | { do: "tick"; ends: "executed" | "failed" | "pending" | "waits"; outageMs: number }
  | { do: "resolve"; ends: "executed" | "failed" }
  | { do: "skip" }
  | {
      do: "edit";
      intervalMinutes?: number | undefined;
      remainingSlices?: number | undefined;
      endsIn?: number | null | undefined;
    }
  | { do: "pause" | "resume" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("tick" as const),
      ends: fc.constantFrom(
        "executed" as const,
        "executed" as const,
        "failed" as const,
        "pending" as const,
        "waits" as const,
      ),
      outageMs: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 600 * MINUTE }) },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("resolve" as const),
      ends: fc.constantFrom("executed" as const, "failed" as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "skip" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      intervalMinutes: fc.option(fc.integer({ min: 5, max: 90 }), { nil: undefined }),
      remainingSlices: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      endsIn: fc.option(fc.option(fc.integer({ min: 0, max: 900 * MINUTE })), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("pause" as const, "resume" as const) }) },
);

const outcomeOf = (
  ends: "executed" | "failed",
  order: TwapOrder,
  amountBase: bigint,
): SliceOutcome =>
  ends === "failed"
    ? { kind: "failed", error: "no route", code: "no_route" }
    : {
        kind: "executed",
        sellBase: order.side === "sell" ? amountBase : 7n,
        buyBase: order.side === "buy" ? amountBase : 7n,
        estimated: false,
        hash: HASH,
        blockNumber: 1n,
      };

test("property: traded, skipped, left are the total after every command, for any options", () => {
  const seen = new Set<string>();
  const options = fc.record({
    side: fc.constantFrom("sell" as const, "buy" as const),
    totalUnits: fc.integer({ min: 1, max: 40_000_000 }),
    decimals: fc.constantFrom(0, 2, 6, 8, 18),
    sliceCount: fc.integer({ min: 1, max: 12 }),
    intervalMinutes: fc.integer({ min: 5, max: 60 }),
    sizeBps: fc.constantFrom(0, 1, 3_333, 5_000),
    timeBps: fc.constantFrom(0, 2_500, 5_000),
    catchUp: fc.boolean(),
    startsIn: fc.option(fc.integer({ min: 1, max: 120 * MINUTE }), { nil: undefined }),
    livesFor: fc.option(fc.integer({ min: 5 * MINUTE, max: 900 * MINUTE }), { nil: undefined }),
    isNewKey: fc.boolean(),
  });
  fc.assert(
    fc.property(options, fc.array(step, { maxLength: 80, size: "max" }), (given, steps) => {
      const { side, decimals, sliceCount, startsIn, livesFor } = given;
      const unit = 10n ** BigInt(Math.max(0, decimals - 6));
      const total = BigInt(given.totalUnits) * unit;
      const sliceBase = (BigInt(given.totalUnits) / BigInt(sliceCount)) * unit;
      fc.pre(sliceBase > 0n);
      const startAt = startsIn === undefined ? undefined : T0 + startsIn;
      const expiresAt = livesFor === undefined ? undefined : (startAt ?? T0) + livesFor;
      let order = orderFixture({
        side,
        ...(side === "sell" ? { sellDecimals: decimals } : { buyDecimals: decimals }),
        totalBase: `${total}`,
        sliceBase: `${sliceBase}`,
        sliceCount,
        intervalMinutes: given.intervalMinutes,
        ...(startAt !== undefined && { startAt }),
        ...(expiresAt !== undefined && { expiresAt }),
        ...((given.sizeBps > 0 || given.timeBps > 0) && {
          randomize: { sizeBps: given.sizeBps, timeBps: given.timeBps },
        }),
        ...(given.catchUp && { catchUp: true }),
      });
      let now = T0 + 1;
      let [traded, skipped] = [0n, 0n];
      const bounds = { most: 0n };

      for (const [at, command] of steps.entries()) {
        // A service whose secret has changed in the middle draws otherwise; the sum is to hold all
        // the same.
        const draw: Draw = keyedDraw(given.isNewKey && at > 20 ? "another" : "first");
        const plan = planOfOrder(order, draw);
        const isOut = order.pendingAttempt !== undefined;
        const isOpen = order.active || order.status === "auto_paused";
        const left = plan.leftBase;
        if (command.do === "tick") {
          now += TICK + command.outageMs;
          if (plan.dueMs === null || now <= plan.dueMs) continue;
          if (plan.hasExpired(now)) {
            order = applySliceOutcome(order, { kind: "expired" }, now, draw).order;
            expect(order).toMatchObject({ status: "expired", active: false, restBase: `${left}` });
          } else {
            expect(order.status).toBe("active");
            expect(now >= (order.startAt ?? 0)).toBe(true);
            if (command.ends === "waits") continue;
            const { slices, amountBase } = plan.worthAt(now);
            expect(slices <= (given.catchUp ? 3 : 1)).toBe(true);
            expect(amountBase > 0n && amountBase <= left && amountBase % unit === 0n).toBe(true);
            if (slices > 1) seen.add("caught up");
            if (command.ends === "pending") {
              // What prepare-attempt writes, and a Worker that dies before the outcome.
              const attempted = {
                lastExecution: now,
                ...plan.servedAt(now),
                pendingSlices: slices,
                pendingBase: `${amountBase}`,
              };
              order = {
                ...order,
                ...attempted,
                status: "pending_confirmation",
                pendingAttempt: "a",
              };
              delete order.waiting;
            } else {
              const { order: next } = applySliceOutcome(
                order,
                outcomeOf(command.ends, order, amountBase),
                now,
                draw,
              );
              if (command.ends === "executed") traded += amountBase;
              order = next;
            }
          }
        } else if (command.do === "resolve") {
          if (!isOut) continue;
          const { amountBase } = plan.worthAt(now);
          expect(`${amountBase}`).toBe(order.pendingBase);
          if (command.ends === "executed") traded += amountBase;
          order = applySliceOutcome(
            order,
            outcomeOf(command.ends, order, amountBase),
            now,
            draw,
          ).order;
        } else if (command.do === "skip") {
          if (!isOpen || isOut) continue;
          const result = skipSlice(order, now, draw);
          skipped += result.amountBase;
          order = result.order;
          seen.add("skipped");
        } else if (command.do === "edit") {
          if (!isOpen || isOut) continue;
          const { intervalMinutes, remainingSlices, endsIn } = command;
          const end =
            endsIn === undefined
              ? {}
              : endsIn === null
                ? { remove: ["expiresAt" as const] }
                : { expiresAt: now + endsIn };
          const edited = editOrder(
            order,
            { intervalMinutes, remainingSlices, ...end },
            { nowMs: now, draw },
          );
          if (!edited.ok) {
            expect(edited.code).toBe("invalid_request");
            continue;
          }
          order = edited.value.order;
          seen.add("edited");
        } else if (command.do === "pause" && !isOut && order.status === "active") {
          order = { ...order, status: "paused" };
        } else if (
          command.do === "resume" &&
          (order.status === "paused" || order.status === "auto_paused") &&
          !plan.hasExpired(now)
        ) {
          order = { ...order, active: true, status: "active", consecutiveFailures: 0 };
        }
        twapOrder.parse(order);
        const after = planOfOrder(order, draw);
        expect(after.tradedBase).toBe(traded);
        expect(after.skippedBase).toBe(skipped);
        expect(after.tradedBase + after.skippedBase + after.leftBase).toBe(total);
        expect(BigInt(side === "sell" ? order.spentBase : order.boughtBase)).toBe(traded);
        const parts = after.slices.filter(({ state }) => !["done", "skipped"].includes(state));
        expect(sum(parts.map(({ amountBase }) => amountBase))).toBe(after.leftBase);
        expect(
          parts.filter(({ amountBase }) => amountBase <= 0n || amountBase % unit !== 0n),
        ).toEqual([]);
        const planned = parts.flatMap(({ plannedMs }) => (plannedMs === null ? [] : [plannedMs]));
        for (let k = 1; k < planned.length; k += 1)
          expect((planned[k] ?? 0) - (planned[k - 1] ?? 0) >= TICK).toBe(true);
        expect(after.slices.length).toBe(order.sliceCount);
        expect(order.restBase === undefined).toBe(order.status !== "expired");
        expect((after.leftBase === 0n) === (order.status === "completed")).toBe(true);
        bounds.most = after.leftBase;
        seen.add(order.status);
      }
    }),
    { numRuns: 100 },
  );
  expect([...seen].sort()).toEqual(
    [
      "active",
      "auto_paused",
      "caught up",
      "completed",
      "edited",
      "expired",
      "paused",
      "pending_confirmation",
      "skipped",
    ].sort(),
  );
});
