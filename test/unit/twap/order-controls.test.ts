import { describe, expect, test } from "vitest";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { cancelInput } from "../../../src/twap/cancel-input.ts";
import { cancelOrder } from "../../../src/twap/cancel-order.ts";
import { dueScore } from "../../../src/twap/due-score.ts";
import { orderIdInput } from "../../../src/twap/order-id-input.ts";
import { pauseOrder } from "../../../src/twap/pause-order.ts";
import { resumeOrder } from "../../../src/twap/resume-order.ts";
import { MINUTE, orderFixture, T0 } from "./order-fixture.ts";

const inState = (status: TwapOrder["status"], fields: Partial<TwapOrder> = {}) =>
  orderFixture({ status, active: status === "active" || status === "pending_confirmation", ...fields });

describe("cancelOrder", () => {
  test.each(["active", "pending_confirmation", "paused", "auto_paused"] as const)(
    "behavior: closes an order that is %s",
    (status) => {
      const order = inState(status, { pendingAttempt: "a" });
      expect(cancelOrder(order, T0 + 5)).toEqual({
        ok: true,
        value: { ...order, active: false, status: "cancelled", completedAt: T0 + 5 },
      });
    },
  );

  test.each(["completed", "cancelled"] as const)("error: %s is twap_order_not_found (decision 45)", (status) => {
    expect(cancelOrder(inState(status), T0)).toMatchObject({ ok: false, code: "twap_order_not_found" });
  });
});

describe("pauseOrder", () => {
  test.each(["active", "pending_confirmation"] as const)("behavior: pauses an order that is %s", (status) => {
    const order = inState(status, { pendingAttempt: "a" });
    expect(pauseOrder(order)).toEqual({ ok: true, value: { ...order, active: false, status: "paused" } });
  });

  test.each(["paused", "auto_paused", "completed", "cancelled"] as const)("error: %s", (status) => {
    expect(pauseOrder(inState(status))).toMatchObject({ ok: false, code: "twap_order_not_active" });
  });
});

describe("resumeOrder (decision 44)", () => {
  test.each(["paused", "auto_paused"] as const)(
    "behavior: an order that is %s runs on with its failures at 0 and its schedule kept",
    (status) => {
      const order = inState(status, { consecutiveFailures: 3, anchorMs: T0, pointIndex: 4 });
      const resumed = resumeOrder(order);
      expect(resumed).toEqual({
        ok: true,
        value: { ...order, active: true, status: "active", consecutiveFailures: 0 },
      });
      expect(resumed.ok && dueScore(resumed.value)).toBe(T0 + 39 * MINUTE);
    },
  );

  test("behavior: an unknown outcome blocks it as before", () => {
    const resumed = resumeOrder(inState("paused", { pendingAttempt: "a" }));
    expect(resumed).toMatchObject({ ok: true, value: { status: "pending_confirmation", active: true } });
    expect(resumed.ok && dueScore(resumed.value)).toBeNull();
  });

  test.each([
    ["active", "invalid_request"],
    ["pending_confirmation", "invalid_request"],
    ["completed", "twap_order_not_active"],
    ["cancelled", "twap_order_not_active"],
  ] as const)("error: %s", (status, code) => {
    expect(resumeOrder(inState(status))).toMatchObject({ ok: false, code });
  });
});

describe("inputs", () => {
  test.each([
    [0, true, false],
    [1, true, true],
    [-1, false, false],
    [1.5, false, false],
    ["1", false, false],
    [undefined, false, false],
    [Number.POSITIVE_INFINITY, false, false],
  ])("boundary: id %s", (id, cancels, names) => {
    expect(cancelInput.safeParse({ id }).success).toBe(cancels);
    expect(orderIdInput.safeParse({ id }).success).toBe(names);
  });
});
