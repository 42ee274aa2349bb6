import { describe, expect, test } from "vitest";
import { type NavSync, navSync } from "../../../schemas/nav-sync.ts";
import { navSyncEvent } from "../../../schemas/nav-sync-event.ts";
import { notification } from "../../../schemas/notification.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import { applySyncOutcome } from "../../../src/navsync/apply-sync-outcome.ts";
import { MINUTE, PLANNED, sendingFixture, syncFixture, T0 } from "./sync-fixture.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const VAULT = "0x00000000000000000000000000000000000000c3";
const NOW = T0 + 3 * MINUTE;
const mined: SliceOutcome = { kind: "mined", hash: HASH, blockNumber: 123n };
const failed: SliceOutcome = {
  kind: "failed",
  error: "Across does not answer.",
  code: "venue_unavailable",
};
const idle: SliceOutcome = { kind: "idle", found: "NAV per unit is 0.5% (50 bps) apart." };

function apply(sync: NavSync, outcome: SliceOutcome, nowMs = NOW, knownMs = nowMs) {
  const result = applySyncOutcome(sync, outcome, { nowMs, knownMs });
  expect(navSync.parse(result.order)).toEqual(result.order);
  if (result.event) expect(navSyncEvent.parse(result.event)).toEqual(result.event);
  for (const each of result.notifications) expect(notification.parse(each)).toEqual(each);
  return result;
}

describe("what was sent last did not arrive", () => {
  const lost: SliceOutcome = {
    kind: "failed",
    error: "What was sent last did not arrive.",
    code: "bridge_not_arrived",
  };

  test("default: stops at once, and tells of it, where another failure takes three", () => {
    const { order, dueMs, notifications } = apply(syncFixture(), lost);
    expect(order).toMatchObject({ status: "auto_paused", active: false, consecutiveFailures: 1 });
    expect(dueMs).toBeNull();
    expect(notifications.map(({ kind }) => kind)).toEqual([
      "nav_sync_failed",
      "nav_sync_auto_paused",
    ]);
    expect(apply(syncFixture(), failed).order).toMatchObject({
      status: "active",
      consecutiveFailures: 1,
    });
  });
});

describe("a run that sent", () => {
  test("default: counts it, against the day too, and tells of it once", () => {
    const { order, event, notifications, dueMs } = apply(
      sendingFixture({ consecutiveFailures: 2 }),
      mined,
    );
    const { pendingAttempt: _, pendingSync: __, ...before } = sendingFixture();
    expect(order).toEqual({
      ...before,
      status: "active",
      consecutiveFailures: 0,
      attemptsOfSlice: 0,
      syncsExecuted: 1,
      sentInDay: [{ atMs: NOW, amount: "250.5" }],
      lastSync: { ...PLANNED, atMs: NOW, hash: HASH },
    });
    expect(event).toEqual({
      ...{
        type: "nav_sync",
        orderId: 7,
        timestamp: NOW,
        token: "USDC",
        sync: PLANNED,
        success: true,
      },
    });
    expect(notifications).toEqual([
      {
        ...{
          kind: "nav_sync_sent",
          id: `nav_sync:${VAULT}:7:1:${T0 + MINUTE}:nav_sync_sent`,
          createdAt: NOW,
        },
        ...{
          vault: VAULT,
          chainId: 8453,
          operator: order.operatorAddress,
          orderId: 7,
          token: "USDC",
        },
        ...PLANNED,
        ...{
          hash: HASH,
          blockNumber: "123",
          explorerUrl: `https://optimistic.etherscan.io/tx/${HASH}`,
        },
      },
    ]);
    // The plan's next point is half an hour after the first, less the minute by which every slice
    // is early.
    expect(dueMs).toBe(T0 + MINUTE + 30 * MINUTE - MINUTE);
  });

  test("boundary: nothing is compared again before it has arrived or is on its way back", () => {
    const { dueMs } = apply(sendingFixture({ intervalMinutes: 5 }), mined);
    expect(dueMs).toBe(NOW + 15 * MINUTE);
  });

  test("behavior: a long run counts, waits from its end, keeps its tick for the plan", () => {
    const { order, event, dueMs } = apply(
      sendingFixture({ intervalMinutes: 5 }),
      mined,
      NOW,
      NOW + 14 * MINUTE,
    );
    expect(order).toMatchObject({
      sentInDay: [{ atMs: NOW + 14 * MINUTE }],
      lastSync: { atMs: NOW + 14 * MINUTE },
    });
    expect(event).toMatchObject({ timestamp: NOW });
    expect(dueMs).toBe(NOW + 29 * MINUTE);
  });

  test("behavior: cancelled meanwhile, it stays cancelled, and is counted all the same", () => {
    const cancelled = sendingFixture({ status: "cancelled", active: false, completedAt: NOW });
    const { order, dueMs, notifications } = apply(cancelled, mined);
    expect(order).toMatchObject({
      status: "cancelled",
      active: false,
      syncsExecuted: 1,
      sentInDay: [{ amount: "250.5" }],
    });
    expect([dueMs, notifications.length]).toEqual([null, 1]);
  });

  test("behavior: an outcome that was counted already changes nothing", () => {
    const { order } = apply(sendingFixture(), mined);
    expect(apply(order, mined)).toMatchObject({ order, event: null, notifications: [] });
  });

  test("behavior: of what was sent only the last day is kept", () => {
    const sentInDay = [
      { atMs: NOW - 24 * 60 * MINUTE, amount: "1" },
      { atMs: NOW - 24 * 60 * MINUTE + 1, amount: "2" },
    ];
    expect(apply(sendingFixture({ sentInDay }), mined).order.sentInDay).toEqual([
      { atMs: NOW - 24 * 60 * MINUTE + 1, amount: "2" },
      { atMs: NOW, amount: "250.5" },
    ]);
  });
});

describe("a run that had nothing to do", () => {
  test("default: is a success without event or notification, and says what it found", () => {
    const { order, event, notifications, dueMs } = apply(
      syncFixture({ consecutiveFailures: 2 }),
      idle,
    );
    expect(order).toEqual({
      ...syncFixture(),
      anchorMs: NOW,
      pointIndex: 1,
      lastExecution: NOW,
      lastLook: { atMs: NOW, found: "NAV per unit is 0.5% (50 bps) apart." },
    });
    expect([event, notifications, dueMs]).toEqual([null, [], NOW + 29 * MINUTE]);
  });

  test("behavior: changes nothing of one that was cancelled", () => {
    const cancelled = syncFixture({ status: "cancelled", active: false });
    expect(apply(cancelled, idle)).toMatchObject({ order: cancelled, dueMs: null });
  });
});

describe("a run that failed", () => {
  test("default: is counted and told with its call, and the plan goes on", () => {
    const debugCall = { to: VAULT, data: "0x770d096f" } as const;
    const { order, event, notifications, dueMs } = apply(syncFixture(), { ...failed, debugCall });
    expect(order).toMatchObject({
      status: "active",
      consecutiveFailures: 1,
      lastError: "Across does not answer.",
    });
    expect(event).toEqual({
      ...{
        type: "nav_sync",
        orderId: 7,
        timestamp: NOW,
        token: "USDC",
        success: false,
        error: "Across does not answer.",
        code: failed.code,
      },
    });
    expect(notifications).toMatchObject([
      {
        ...{
          kind: "nav_sync_failed",
          code: "venue_unavailable",
          consecutiveFailures: 1,
          failureLimit: 3,
        },
        debugCall: { to: VAULT, from: null, value: null, data: "0x770d096f" },
      },
    ]);
    expect(dueMs).toBe(NOW + 29 * MINUTE);
  });

  test.each([
    [1, "active", ["nav_sync_failed"]],
    [2, "auto_paused", ["nav_sync_failed", "nav_sync_auto_paused"]],
  ])("boundary: the third in a row stops it: after %s", (consecutiveFailures, status, kinds) => {
    const { order, notifications, dueMs } = apply(syncFixture({ consecutiveFailures }), failed);
    expect(order).toMatchObject({ status, active: status === "active" });
    expect(notifications.map(({ kind }) => kind)).toEqual(kinds);
    expect(dueMs === null).toBe(status !== "active");
  });

  test("behavior: a loss budget used up stops it at once; one that is only held does not", () => {
    const over: SliceOutcome = { kind: "failed", error: "Over.", code: "loss_budget_exceeded" };
    expect(apply(syncFixture(), over).order.status).toBe("auto_paused");
    const held: SliceOutcome = { ...over, details: { reason: "loss_budget_held" } };
    expect(apply(syncFixture(), held).order.status).toBe("active");
  });

  test("behavior: what was not sent is not counted against the day", () => {
    const { order, event } = apply(sendingFixture(), { ...failed, code: "transaction_reverted" });
    expect(order).toMatchObject({ status: "active", consecutiveFailures: 1, syncsExecuted: 0 });
    expect([order.sentInDay, order.pendingSync, order.pendingAttempt]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(event).toMatchObject({ sync: PLANNED, success: false });
  });

  test("behavior: what a forgotten transaction may have sent is counted against the day", () => {
    const { order } = apply(sendingFixture(), { ...failed, code: "vault_frozen" });
    expect(order).toMatchObject({ syncsExecuted: 0, sentInDay: [{ atMs: NOW, amount: "250.5" }] });
  });

  test("behavior: of one that was cancelled, only an attempt that was out is of interest", () => {
    const cancelled = { status: "cancelled", active: false } as const;
    expect(apply(syncFixture(cancelled), failed)).toMatchObject({
      order: syncFixture(cancelled),
      event: null,
    });
    const out = apply(sendingFixture(cancelled), failed);
    expect([out.order.status, out.event?.success, out.dueMs]).toEqual(["cancelled", false, null]);
  });
});

test("behavior: a run that another worker has, or that waits, changes nothing", () => {
  expect(apply(syncFixture(), { kind: "refused_state" })).toMatchObject({
    order: syncFixture(),
    event: null,
    dueMs: T0,
  });
});
