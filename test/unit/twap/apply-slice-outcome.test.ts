import { describe, expect, test } from "vitest";
import { notification } from "../../../schemas/notification.ts";
import { twapEvent } from "../../../schemas/twap-event.ts";
import { type TwapOrder, twapOrder } from "../../../schemas/twap-order.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import { applySliceOutcome } from "../../../src/twap/apply-slice-outcome.ts";
import { noDraw } from "./no-draw.ts";
import { cancelOrder, pauseOrder } from "./operator-commands.ts";
import { MINUTE, orderFixture, T0 } from "./order-fixture.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const NOW = T0 + 3 * MINUTE;
const VAULT = "0x00000000000000000000000000000000000000c3";

const executed: SliceOutcome = {
  kind: "executed",
  sellBase: 20_000_000n,
  buyBase: 8_000_000_000_000_001n,
  estimated: false,
  hash: HASH,
  blockNumber: 123n,
};
const notified: SliceOutcome = {
  kind: "notified",
  sellBase: 20_000_000n,
  buyBase: 8_000_000_000_000_000n,
};
const failed: SliceOutcome = {
  kind: "failed",
  error: "Quote is 9% off the oracle.",
  code: "swap_shield_blocked",
};
const pending: SliceOutcome = { kind: "pending", attemptId: `twap:${VAULT}:7:1:1`, hash: HASH };

function apply(order: TwapOrder, outcome: SliceOutcome, nowMs = NOW) {
  const result = applySliceOutcome(order, outcome, nowMs, noDraw);
  twapOrder.parse(result.order);
  if (result.event) twapEvent.parse(result.event);
  for (const each of result.notifications) expect(notification.parse(each)).toEqual(each);
  return result;
}

const kindsOf = (result: { notifications: { kind: string }[] }) =>
  result.notifications.map(({ kind }) => kind);

function orderOf(verdict: ReturnType<typeof cancelOrder>): TwapOrder {
  if (!verdict.ok) throw new Error(verdict.message);
  return verdict.value;
}

describe("executed", () => {
  test("default: counts, adds exact amounts, anchors schedule, notifies progress and link", () => {
    const before = orderFixture({ consecutiveFailures: 2, lastError: "old", attemptsOfSlice: 3 });
    const result = apply(before, executed);
    expect(result.order).toEqual({
      ...before,
      slicesExecuted: 1,
      tradedBase: "20000000",
      consecutiveFailures: 0,
      attemptsOfSlice: 0,
      lastExecution: NOW,
      anchorMs: NOW,
      pointIndex: 1,
      spentBase: "20000000",
      amountSpent: "20",
      boughtBase: "8000000000000001",
      totalBought: "0.008000000000000001",
    });
    expect(result.event).toEqual({
      orderId: 7,
      timestamp: NOW,
      sliceNumber: 1,
      totalSlices: 3,
      sellAmount: "20",
      buyAmount: "0.008000000000000001",
      success: true,
    });
    expect(result.notifications).toEqual([
      {
        kind: "slice_executed",
        id: `twap:${VAULT}:7:1:${NOW}:slice_executed`,
        vault: VAULT,
        chainId: 8453,
        operator: "0x00000000000000000000000000000000000000d4",
        createdAt: NOW,
        orderId: 7,
        sliceNumber: 1,
        progress: "1/3",
        sellAmount: "20",
        sellSymbol: "USDC",
        buyAmount: "0.008000000000000001",
        buySymbol: "WETH",
        estimated: false,
        hash: HASH,
        blockNumber: "123",
        explorerUrl: `https://basescan.org/tx/${HASH}`,
      },
    ]);
    // Planned at the first slice's time + 10 minutes, due a minute before.
    expect(result.dueMs).toBe(NOW + 9 * MINUTE);
  });

  test("behavior: sums are exact where floats are not (0.1 + 0.2)", () => {
    const first = apply(orderFixture(), { ...executed, sellBase: 100_000n });
    const second = apply(first.order, { ...executed, sellBase: 200_000n }, NOW + 10 * MINUTE);
    expect(second.order.amountSpent).toBe("0.3");
  });

  test("behavior: the last slice completes the order and sends the summary", () => {
    const before = orderFixture({
      slicesExecuted: 2,
      spentBase: "40000000",
      amountSpent: "40",
      boughtBase: "16000000000000000",
      anchorMs: T0,
      pointIndex: 2,
    });
    const result = apply(before, {
      ...executed,
      sellBase: 10_000_000n,
      buyBase: 4_000_000_000_000_000n,
    });
    expect(result.order).toMatchObject({
      active: false,
      status: "completed",
      completedAt: NOW,
      slicesExecuted: 3,
      amountSpent: "50",
      totalBought: "0.02",
    });
    expect(result.dueMs).toBeNull();
    expect(kindsOf(result)).toEqual(["slice_executed", "order_completed"]);
    expect(result.notifications[1]).toMatchObject({
      totalSpent: "50",
      totalBought: "0.02",
      progress: "3/3",
      estimated: false,
      broadcast: true,
    });
  });

  test("boundary: the slice before the last does not complete", () => {
    const result = apply(
      orderFixture({ slicesExecuted: 1, anchorMs: T0, pointIndex: 1 }),
      executed,
    );
    expect(result.order).toMatchObject({ active: true, status: "active", slicesExecuted: 2 });
    expect(result.order.completedAt).toBeUndefined();
  });

  test("behavior: an estimate marks the order for good (decision D31)", () => {
    const first = apply(orderFixture(), { ...executed, estimated: true });
    expect(first.order.amountsEstimated).toBe(true);
    expect(apply(first.order, executed, NOW + 10 * MINUTE).order.amountsEstimated).toBe(true);
  });

  test("behavior: what arrives after the last slice changes nothing", () => {
    const closed = orderFixture({ slicesExecuted: 3, status: "completed", active: false });
    for (const outcome of [executed, notified, failed, pending]) {
      expect(apply(closed, outcome)).toEqual({
        order: closed,
        event: null,
        notifications: [],
        dueMs: null,
      });
    }
  });
});

describe("notified (autoExecute = false, decision D37)", () => {
  test("behavior: counts as executed with SwapMeta's amounts; says nothing was broadcast", () => {
    const result = apply(orderFixture({ autoExecute: false }), notified);
    expect(result.order).toMatchObject({
      slicesExecuted: 1,
      amountSpent: "20",
      totalBought: "0.008",
      amountsEstimated: false,
    });
    expect(result.event).toMatchObject({ success: true, sellAmount: "20", buyAmount: "0.008" });
    expect(result.notifications).toMatchObject([
      { kind: "manual_slice", progress: "1/3", dex: "uniswap" },
    ]);
  });

  test("behavior: completes the order", () => {
    const result = apply(orderFixture({ autoExecute: false, slicesExecuted: 2 }), notified);
    expect(result.order.status).toBe("completed");
    expect(result.notifications[1]).toMatchObject({ kind: "order_completed", broadcast: false });
  });

  test.each(["cancelled", "paused", "auto_paused"] as const)(
    "behavior: does nothing on a %s order",
    (status) => {
      const closed = orderFixture({ status, active: false });
      expect(apply(closed, notified)).toEqual({
        order: closed,
        event: null,
        notifications: [],
        dueMs: null,
      });
    },
  );
});

describe("failed", () => {
  test("default: counts, totals, records and notifies, with absent debug parts named", () => {
    const before = orderFixture({
      slicesExecuted: 1,
      spentBase: "20000000",
      amountSpent: "20",
      anchorMs: T0,
      pointIndex: 1,
    });
    const now = T0 + 10 * MINUTE;
    const result = apply(
      before,
      { ...failed, debugCall: { to: VAULT, data: "0x1234" } } as SliceOutcome,
      now,
    );
    expect(result.order).toEqual({
      ...before,
      consecutiveFailures: 1,
      lastError: "Quote is 9% off the oracle.",
      lastExecution: now,
      pointIndex: 2,
    });
    expect(result.event).toEqual({
      orderId: 7,
      timestamp: now,
      sliceNumber: 2,
      totalSlices: 3,
      sellAmount: "20",
      buyAmount: "0",
      success: false,
      error: "Quote is 9% off the oracle.",
      code: failed.code,
    });
    expect(result.notifications).toMatchObject([
      {
        kind: "slice_failed",
        id: `twap:${VAULT}:7:2:${now}:slice_failed`,
        error: "Quote is 9% off the oracle.",
        code: "swap_shield_blocked",
        consecutiveFailures: 1,
        failureLimit: 3,
        progress: "1/3",
        debugCall: { to: VAULT, from: null, value: null, data: "0x1234" },
      },
    ]);
    expect(result.dueMs).toBe(T0 + 19 * MINUTE);
  });

  test.each([
    [0, 1, "active", true],
    [1, 2, "active", true],
    [2, 3, "auto_paused", false],
  ] as const)(
    "boundary: after %s failures, number %s leaves it %s",
    (consecutiveFailures, count, status, active) => {
      const result = apply(orderFixture({ consecutiveFailures }), failed);
      expect(result.order).toMatchObject({ consecutiveFailures: count, status, active });
      expect(kindsOf(result)).toEqual(
        active ? ["slice_failed"] : ["slice_failed", "order_auto_paused"],
      );
      expect(result.dueMs === null).toBe(!active);
      // completedAt is for completed and cancelled orders only (spec).
      expect(result.order.completedAt).toBeUndefined();
    },
  );

  test("behavior: a failed buy names what was planned on the buy side", () => {
    const buy = orderFixture({
      side: "buy",
      totalBase: "3000000000000000000",
      sliceBase: "1000000000000000000",
    });
    expect(apply(buy, failed).event).toMatchObject({ sellAmount: "0", buyAmount: "1" });
  });

  test("behavior: the last, smaller slice names its own amount", () => {
    expect(apply(orderFixture({ slicesExecuted: 2 }), failed).event).toMatchObject({
      sliceNumber: 3,
      sellAmount: "10",
    });
  });

  test("behavior: SwapMeta's amounts where the swap was built", () => {
    const built: SliceOutcome = {
      ...failed,
      swapMeta: { sellAmount: "20", buyAmount: "0.0079" },
    } as SliceOutcome;
    expect(apply(orderFixture(), built).event).toMatchObject({
      sellAmount: "20",
      buyAmount: "0.0079",
    });
  });

  test.each([
    [399, 399],
    [400, 400],
    [401, 400],
    [5000, 400],
  ])("boundary: an error of %s characters is kept at %s", (length, kept) => {
    const result = apply(orderFixture(), {
      ...failed,
      error: "e"
        .repeat(length)
        .replace(/e{10}/g, "word word ")
        .slice(0, length - 1)
        .concat("!"),
    } as SliceOutcome);
    expect(result.event?.error).toHaveLength(kept);
    expect(result.order.lastError).toBe(result.event?.error);
  });

  test("behavior: the error is sanitized: one line, no key in a URL", () => {
    const error = "HTTP 500\nat https://rpc.example/v2/secret-key?x=1";
    const { event } = apply(orderFixture(), { ...failed, error } as SliceOutcome);
    expect(event?.error).not.toContain("secret-key");
    expect(event?.error).not.toContain("\n");
  });

  test("behavior: an empty error is shown by its code", () => {
    expect(apply(orderFixture(), { ...failed, error: " \n" } as SliceOutcome).event?.error).toBe(
      "swap_shield_blocked",
    );
  });

  test("behavior: a build that failed after a cancel is not recorded", () => {
    const closed = orderOf(cancelOrder(orderFixture(), T0));
    expect(apply(closed, failed)).toEqual({
      order: closed,
      event: null,
      notifications: [],
      dueMs: null,
    });
  });
});

test("behavior: over the vault's loss budget an order pauses at once, tells figures once", () => {
  const before = orderFixture();
  const error = "This would lose 4% of the NAV per unit, over the loss budget.";
  const result = apply(before, { kind: "failed", error, code: "loss_budget_exceeded" });
  expect(result.order).toMatchObject({
    active: false,
    status: "auto_paused",
    consecutiveFailures: 1,
    lastError: error,
    slicesExecuted: 0,
  });
  expect(result.dueMs).toBe(null);
  expect(result.event).toMatchObject({ success: false, error });
  expect(result.notifications).toMatchObject([
    { kind: "slice_failed", code: "loss_budget_exceeded", error, consecutiveFailures: 1 },
    { kind: "order_auto_paused", lastError: error, consecutiveFailures: 1, isOverLossBudget: true },
  ]);
  // The third failure of another kind in a row pauses as ever, and blames no budget.
  const third = apply(orderFixture({ consecutiveFailures: 2 }), failed);
  expect(third.notifications[1]).not.toHaveProperty("isOverLossBudget");
});

describe("meta_unreadable (decision D31)", () => {
  test("behavior: the failure is recorded and the totals stay", () => {
    const before = orderFixture({
      autoExecute: false,
      spentBase: "20000000",
      amountSpent: "20",
      slicesExecuted: 1,
    });
    const result = apply(before, { kind: "meta_unreadable" });
    expect(result.order).toMatchObject({
      amountSpent: "20",
      spentBase: "20000000",
      slicesExecuted: 1,
      consecutiveFailures: 1,
    });
    expect(result.event).toMatchObject({
      success: false,
      error: expect.stringContaining("SwapMeta"),
    });
    expect(result.notifications).toMatchObject([{ kind: "slice_failed", code: "meta_unreadable" }]);
    expect(result.dueMs).not.toBeNull();
  });

  test("behavior: only the chain ends an attempt maybe on it: nothing changes or is told", () => {
    const out = apply(orderFixture(), pending).order;
    const result = apply(out, { kind: "meta_unreadable" }, NOW + MINUTE);
    expect(result).toEqual({ order: out, event: null, notifications: [], dueMs: null });
    // and the chain's answer still decides
    expect(apply(result.order, executed, NOW + 2 * MINUTE).order).toMatchObject({
      status: "active",
      slicesExecuted: 1,
    });
  });
});

describe("pending (decision D31)", () => {
  test("default: neither success nor failure; blocks the next slice", () => {
    const before = orderFixture({ consecutiveFailures: 2 });
    const result = apply(before, pending);
    expect(result).toEqual({
      order: {
        ...before,
        status: "pending_confirmation",
        pendingAttempt: `twap:${VAULT}:7:1:1`,
        attemptsOfSlice: 1,
        lastExecution: NOW,
        anchorMs: NOW,
        pointIndex: 1,
      },
      event: null,
      notifications: [],
      dueMs: null,
    });
  });

  test("behavior: applied again it changes nothing", () => {
    const out = apply(orderFixture(), pending).order;
    expect(apply(out, pending, NOW + MINUTE)).toEqual({
      order: out,
      event: null,
      notifications: [],
      dueMs: null,
    });
  });

  test("behavior: a second attempt never takes the place of one whose outcome is unknown", () => {
    const out = apply(orderFixture(), pending).order;
    const second: SliceOutcome = { ...pending, attemptId: `twap:${VAULT}:7:1:2` } as SliceOutcome;
    expect(apply(out, second, NOW + MINUTE).order).toEqual(out);
  });

  test("behavior: the outcome keeps the attempt's own time, so the pace holds", () => {
    const out = apply(orderFixture(), pending).order;
    const late = NOW + 4 * MINUTE;
    const result = apply(out, executed, late);
    expect(result.order).toMatchObject({
      status: "active",
      lastExecution: NOW,
      anchorMs: NOW,
      pointIndex: 1,
      attemptsOfSlice: 0,
    });
    expect(result.order).not.toHaveProperty("pendingAttempt");
    expect(result.event).toMatchObject({ timestamp: late, success: true });
    expect(result.notifications).toMatchObject([
      { id: `twap:${VAULT}:7:1:${NOW}:slice_executed`, createdAt: late },
    ]);
    expect(result.dueMs).toBe(NOW + 9 * MINUTE);
  });

  test("behavior: one that reverted is a failure", () => {
    const out = apply(orderFixture({ consecutiveFailures: 2 }), pending).order;
    const result = apply(
      out,
      { ...failed, code: "transaction_reverted" } as SliceOutcome,
      NOW + MINUTE,
    );
    expect(result.order).toMatchObject({
      status: "auto_paused",
      active: false,
      consecutiveFailures: 3,
      attemptsOfSlice: 1,
    });
    expect(result.order).not.toHaveProperty("pendingAttempt");
  });

  test("behavior: an attempt named but unrecorded (a crash) takes the outcome's time", () => {
    const crashed = orderFixture({ pendingAttempt: `twap:${VAULT}:7:1:1`, attemptsOfSlice: 1 });
    expect(apply(crashed, pending).order).toMatchObject({
      attemptsOfSlice: 1,
      lastExecution: NOW,
      pointIndex: 1,
    });
    expect(apply(crashed, executed).order).toMatchObject({
      lastExecution: NOW,
      anchorMs: NOW,
      pointIndex: 1,
    });
  });

  test("behavior: and so does a later slice's, whatever the slice before it recorded", () => {
    const crashed = orderFixture({
      slicesExecuted: 1,
      pendingAttempt: `twap:${VAULT}:7:2:1`,
      attemptsOfSlice: 1,
      lastExecution: T0,
      anchorMs: T0,
      pointIndex: 1,
    });
    const at = T0 + 10 * MINUTE;
    expect(apply(crashed, executed, at).order).toMatchObject({
      lastExecution: at,
      anchorMs: T0,
      pointIndex: 2,
    });
  });

  test("behavior: an attempt that was prepared without its time takes the outcome's", () => {
    const untimed = orderFixture({
      status: "pending_confirmation",
      pendingAttempt: `twap:${VAULT}:7:1:1`,
    });
    expect(apply(untimed, executed).order).toMatchObject({
      lastExecution: NOW,
      anchorMs: NOW,
      pointIndex: 1,
    });
  });
});

describe("closed or paused while an attempt was out", () => {
  const out = apply(orderFixture(), pending).order;

  test("behavior: cancelled takes the amounts and the event, and stays cancelled", () => {
    const cancelled = orderOf(cancelOrder(out, NOW + 1));
    const result = apply(cancelled, executed, NOW + MINUTE);
    expect(result.order).toMatchObject({
      status: "cancelled",
      active: false,
      completedAt: NOW + 1,
      slicesExecuted: 1,
      amountSpent: "20",
    });
    expect(result.order).not.toHaveProperty("pendingAttempt");
    expect(result.event?.success).toBe(true);
    expect(kindsOf(result)).toEqual(["slice_executed"]);
    expect(result.dueMs).toBeNull();
  });

  test("behavior: cancelled stays cancelled even when it was the last slice", () => {
    const cancelled = orderOf(cancelOrder({ ...out, slicesExecuted: 2 }, NOW + 1));
    const result = apply(cancelled, executed, NOW + MINUTE);
    expect(result.order).toMatchObject({
      status: "cancelled",
      completedAt: NOW + 1,
      slicesExecuted: 3,
    });
    expect(kindsOf(result)).toEqual(["slice_executed"]);
  });

  test("behavior: paused takes it and stays paused", () => {
    const result = apply(orderOf(pauseOrder(out)), executed, NOW + MINUTE);
    expect(result.order).toMatchObject({ status: "paused", active: true, slicesExecuted: 1 });
    expect(result.dueMs).toBeNull();
  });

  test("behavior: paused with nothing left is completed", () => {
    const result = apply(
      orderOf(pauseOrder({ ...out, slicesExecuted: 2 })),
      executed,
      NOW + MINUTE,
    );
    expect(result.order).toMatchObject({ status: "completed", completedAt: NOW + MINUTE });
  });

  test("behavior: a late failure is recorded, and does not pause what is paused", () => {
    const paused = orderOf(pauseOrder({ ...out, consecutiveFailures: 2 }));
    const result = apply(paused, failed, NOW + MINUTE);
    expect(result.order).toMatchObject({ status: "paused", consecutiveFailures: 3 });
    expect(result.order).not.toHaveProperty("pendingAttempt");
    expect(kindsOf(result)).toEqual(["slice_failed"]);
  });

  test("behavior: a late failure of a self-paused order is notified, the pause not again", () => {
    const paused = {
      ...out,
      status: "auto_paused" as const,
      active: false,
      consecutiveFailures: 3,
    };
    const result = apply(paused, failed, NOW + MINUTE);
    expect(result.order).toMatchObject({ status: "auto_paused", consecutiveFailures: 4 });
    expect(kindsOf(result)).toEqual(["slice_failed"]);
  });

  test("behavior: a second slice that turns out to be on its way has a time of its own", () => {
    const cancelled = orderOf(
      cancelOrder(
        orderFixture({ slicesExecuted: 1, lastExecution: T0, anchorMs: T0, pointIndex: 1 }),
        T0 + 1,
      ),
    );
    const at = T0 + 10 * MINUTE;
    expect(apply(cancelled, pending, at).order).toMatchObject({
      status: "cancelled",
      lastExecution: at,
      pointIndex: 2,
    });
  });

  test("behavior: a transaction found on its way stays named on the cancelled order", () => {
    const cancelled = orderOf(cancelOrder(orderFixture(), T0));
    expect(apply(cancelled, pending).order).toMatchObject({
      status: "cancelled",
      pendingAttempt: `twap:${VAULT}:7:1:1`,
    });
  });
});

describe("an order that waited", () => {
  const waiting = { reason: "lane_full", sinceMs: T0, toldAt: T0 + 60 * MINUTE } as const;

  test.each([
    ["executed", executed],
    ["notified", notified],
    ["failed", failed],
    ["pending", pending],
  ] as const)("behavior: waits no more once a slice is %s", (_, outcome) => {
    expect(apply(orderFixture({ waiting }), outcome).order).toEqual(
      apply(orderFixture(), outcome).order,
    );
  });

  test("behavior: waits no more once an attempt that was out has ended", () => {
    const out = {
      status: "pending_confirmation",
      pendingAttempt: "a",
      lastExecution: T0,
      anchorMs: T0,
    } as const;
    expect(apply(orderFixture({ ...out, waiting }), executed).order.waiting).toBeUndefined();
  });

  test("behavior: waits on when nothing was decided", () => {
    expect(
      apply(orderFixture({ waiting }), { kind: "refused_state", waits: "lane_full" }).order.waiting,
    ).toEqual(waiting);
  });
});

describe("refused_state", () => {
  test.each([
    [orderFixture(), T0],
    [orderFixture({ status: "cancelled", active: false }), null],
    [orderFixture({ status: "paused", active: true }), null],
  ])("behavior: changes nothing", (order, dueMs) => {
    expect(apply(order, { kind: "refused_state" })).toEqual({
      order,
      event: null,
      notifications: [],
      dueMs,
    });
  });
});

test("behavior: the given order is not written to", () => {
  const order = Object.freeze(orderFixture());
  for (const outcome of [executed, notified, failed, pending]) apply(order, outcome);
  expect(order).toEqual(orderFixture());
});
