import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { allow, refuse, type Verdict } from "../../../src/lib/verdict.ts";

// What the store's scripts do to an order (src/store/orders), as plain functions: a model for the
// tests of the pure core.

/**
 * The order cancelled. A paused order can be cancelled too: it is the way to make sure it is never
 * resumed. A pending attempt stays named, so that its outcome is still recorded. Refuses with
 * twap_order_not_found when it is closed (decision D38).
 */
export function cancelOrder(order: TwapOrder, nowMs: number): Verdict<TwapOrder> {
  if (order.status === "completed" || order.status === "cancelled") {
    return refuse("twap_order_not_found", `TWAP order #${order.id} is already ${order.status}.`, {
      id: order.id,
    });
  }
  return allow({ ...order, active: false, status: "cancelled", completedAt: nowMs });
}

/**
 * The order paused by its operator. A pending attempt stays named: its outcome is recorded, the
 * order stays paused. Refuses with twap_order_not_active (decision D38).
 */
export function pauseOrder(order: TwapOrder): Verdict<TwapOrder> {
  if (order.status !== "active" && order.status !== "pending_confirmation") {
    return refuse("twap_order_not_active", `TWAP order #${order.id} is not active.`, {
      id: order.id,
      status: order.status,
    });
  }
  return allow({ ...order, status: "paused" });
}

/**
 * A paused or auto-paused order made active again with its failure count at 0 (decision D38). The
 * schedule is kept: points missed meanwhile make one slice due, never several. An attempt whose
 * outcome is still unknown blocks it as before. The active-order limits are the caller's to check.
 * Refuses with twap_order_not_active (closed) or invalid_request (running).
 */
export function resumeOrder(order: TwapOrder): Verdict<TwapOrder> {
  if (order.status === "active" || order.status === "pending_confirmation") {
    return refuse("invalid_request", `TWAP order #${order.id} is running already.`, {
      id: order.id,
    });
  }
  if (order.status !== "paused" && order.status !== "auto_paused") {
    return refuse(
      "twap_order_not_active",
      `TWAP order #${order.id} is ${order.status} and cannot be resumed.`,
      {
        id: order.id,
        status: order.status,
      },
    );
  }
  const status = order.pendingAttempt === undefined ? "active" : "pending_confirmation";
  return allow({ ...order, active: true, status, consecutiveFailures: 0 });
}
