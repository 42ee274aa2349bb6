import { describe, expect, test } from "vitest";
import { notification } from "../../../schemas/notification.ts";
import type { TriggerEvent } from "../../../schemas/trigger-event.ts";
import { triggerEvent } from "../../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../../schemas/trigger-order.ts";
import { triggerOrder } from "../../../schemas/trigger-order.ts";
import type { OrderOutcome } from "../../../src/kinds/order-kind.ts";
import { renderNotification } from "../../../src/telegram/render-notification.ts";
import { applyTriggerOutcome } from "../../../src/triggers/apply-trigger-outcome.ts";
import { triggerEventOf } from "../../../src/triggers/trigger-kind.ts";
import { triggerText } from "../../../src/triggers/trigger-text.ts";
import { FIRING, NOW, pendingOf, triggerOf } from "./trigger-fixture.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const TIMES = { nowMs: NOW + 2_000, knownMs: NOW + 9_000 };
type TriggerOutcome = OrderOutcome<TriggerOrder, TriggerEvent>;

const executed: TriggerOutcome = {
  ...{ kind: "executed", sellBase: 10n ** 18n, buyBase: 2_985_250_000n, estimated: false },
  ...{ hash: HASH, blockNumber: 5n },
};
const notified: TriggerOutcome = {
  kind: "notified",
  sellBase: 10n ** 18n,
  buyBase: 2_985_250_000n,
};
const refused = (code: string, error = "It was refused."): TriggerOutcome =>
  ({ kind: "failed", code, error }) as TriggerOutcome;
const apply = (trigger: Parameters<typeof applyTriggerOutcome>[0], outcome: TriggerOutcome) => {
  const result = applyTriggerOutcome(trigger, outcome, TIMES);
  // What is written is what is read again.
  expect(triggerOrder.parse(JSON.parse(JSON.stringify(result.order)))).toEqual(result.order);
  if (result.event !== null) expect(triggerEvent.parse(result.event)).toEqual(result.event);
  for (const told of result.notifications) expect(notification.parse(told)).toEqual(told);
  return result;
};

describe("fires once", () => {
  test("default: a mined trade ends it, with condition and price in event and notification", () => {
    const { order, event, notifications, dueMs } = apply(pendingOf(), executed);
    expect(order).toMatchObject({
      ...{ active: false, status: "completed", completedAt: NOW + 2_000, firing: FIRING },
      result: { how: "executed", sellAmount: "1", buyAmount: "2985.25" },
    });
    expect("pendingAttempt" in order).toBe(false);
    expect(dueMs).toBeNull();
    expect(event && triggerEventOf(event)).toEqual({
      ...{
        type: "trigger",
        timestamp: NOW + 2_000,
        success: true,
        triggerId: 7,
        how: "executed",
        price: "2990.5",
      },
      summary:
        "Trigger order #7 (stop: ETH at or below 3000 USDC) at 2990.5 executed: sold 1, " +
        "bought 2985.25",
    });
    expect(renderNotification(notifications[0]!).split("\n")).toEqual([
      "🎯 <b>Trigger order #7</b> traded",
      "Condition: stop: ETH at or below 3000 USDC. The oracle's price: 2990.5.",
      "Sold 1 ETH, bought 2985.25 USDC",
      `Transaction: https://basescan.org/tx/${HASH}`,
      "Vault: <code>0x00000000000000000000000000000000000000c3</code> on base",
    ]);
  });

  test("behavior: whatever arrives after it changes nothing", () => {
    const { order } = apply(pendingOf(), executed);
    for (const outcome of [
      executed,
      notified,
      refused("no_route"),
      { kind: "idle", found: "x" },
    ] as const)
      expect(applyTriggerOutcome(order, outcome, TIMES)).toEqual({
        order,
        event: null,
        notifications: [],
        dueMs: null,
      });
  });

  test("behavior: a trade mined after cancelling is written in, and it stays cancelled", () => {
    const cancelled = pendingOf({ active: false, status: "cancelled", completedAt: NOW + 1_500 });
    const { order, notifications } = apply(cancelled, executed);
    expect(order).toMatchObject({
      status: "cancelled",
      completedAt: NOW + 1_500,
      result: { how: "executed" },
    });
    expect(notifications).toHaveLength(1);
  });

  test("default: notify-only ends with its notification; one cancelled before is silent", () => {
    const { order, notifications } = apply(
      triggerOf({ autoExecute: false, firing: FIRING }),
      notified,
    );
    expect(order).toMatchObject({
      status: "completed",
      lastExecution: NOW + 2_000,
      result: { how: "notified" },
    });
    expect(renderNotification(notifications[0]!)).toContain(
      "<code>sell 1 ETH for USDC on uniswap</code>",
    );
    expect(
      apply(triggerOf({ active: false, status: "cancelled" }), notified).notifications,
    ).toEqual([]);
  });

  test.each([
    [
      "a nonce that something forgotten used",
      refused("vault_frozen", "Compare its orders with the wallet."),
    ],
    ["a receipt without amounts", { kind: "mined", hash: HASH, blockNumber: 5n }],
    ["amounts that cannot be read", { kind: "meta_unreadable" }],
  ] as const)("error: what may have been its trade stops it for good: %s", (_, outcome) => {
    const { order, event, notifications } = apply(pendingOf(), outcome as TriggerOutcome);
    expect(order).toMatchObject({ active: false, status: "auto_paused" });
    expect(event).toMatchObject({ how: "stopped", success: false, price: "2990.5" });
    expect(notifications).toMatchObject([{ kind: "trigger_ended", how: "stopped" }]);
  });
});

describe("refused and watching on", () => {
  test("default: told once a cause and day; active, due next tick, never stopped by it", () => {
    let trigger = triggerOf({ firing: FIRING });
    for (let i = 0; i < 10; i += 1) {
      const { order, event, notifications, dueMs } = apply(
        { ...trigger, firing: FIRING },
        refused("swap_shield_blocked"),
      );
      expect([event?.how, notifications.length]).toEqual(i === 0 ? ["refused", 1] : [undefined, 0]);
      expect(order).toMatchObject({
        active: true,
        status: "active",
        consecutiveFailures: 0,
        lastLook: { price: "2990.5" },
      });
      expect(dueMs).toBe(NOW + 9_000 + 240_000);
      trigger = order;
    }
    const other = apply(trigger, refused("loss_budget_exceeded"));
    expect(other.notifications).toMatchObject([
      { kind: "trigger_refused", code: "loss_budget_exceeded" },
    ]);
    expect(other.order.told).toHaveLength(2);
    expect(triggerText(other.order)).toContain("Last refused: It was refused.");
  });

  test("behavior: transactions without effect cost gas: the third or a gone owner stops it", () => {
    for (const [start, code] of [
      [pendingOf, "transaction_reverted"],
      [() => triggerOf({ firing: FIRING }), "not_vault_owner"],
    ] as const) {
      const third = apply({ ...start(), consecutiveFailures: 2 }, refused(code));
      expect(third.order).toMatchObject({
        status: "auto_paused",
        active: false,
        consecutiveFailures: 3,
      });
      const second = apply({ ...start(), consecutiveFailures: 1 }, refused(code));
      expect(second.order).toMatchObject({
        status: "active",
        active: true,
        consecutiveFailures: 2,
      });
      expect("pendingAttempt" in second.order).toBe(false);
    }
  });

  test("behavior: what failed after it was cancelled is not watched on", () => {
    const { order, notifications, dueMs } = apply(
      pendingOf({ active: false, status: "cancelled" }),
      refused("deadline_passed"),
    );
    expect([order.status, order.active, "pendingAttempt" in order, notifications, dueMs]).toEqual([
      ...["cancelled", false, false, [], null],
    ]);
    expect(
      apply(triggerOf({ active: false, status: "cancelled" }), refused("no_route")).event,
    ).toBeNull();
  });

  test("behavior: a limit whose quote is worse than its price waits without a word", () => {
    const { order, event, notifications } = apply(triggerOf({ firing: FIRING }), {
      kind: "idle",
      found: "The quote is worse.",
    });
    expect(order).toMatchObject({
      status: "active",
      lastLook: { atMs: NOW + 9_000, found: "The quote is worse." },
    });
    expect([event, notifications, "firing" in order]).toEqual([null, [], false]);
  });
});
