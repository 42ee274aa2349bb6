import type { TwapOrder } from "../../schemas/twap-order.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

/**
 * A paused or auto-paused order made active again with its failure count at 0 (decision 44). The schedule is kept: points
 * missed meanwhile make one slice due, never several. An attempt whose outcome is still unknown blocks it as before.
 * The active-order limits are the caller's to check. Refuses with twap_order_not_active (closed) or invalid_request (running).
 */
export function resumeOrder(order: TwapOrder): Verdict<TwapOrder> {
  if (order.active) return refuse("invalid_request", `TWAP order #${order.id} is running already.`, { id: order.id });
  if (order.status !== "paused" && order.status !== "auto_paused") {
    return refuse("twap_order_not_active", `TWAP order #${order.id} is ${order.status} and cannot be resumed.`, {
      id: order.id,
      status: order.status,
    });
  }
  const status = order.pendingAttempt === undefined ? "active" : "pending_confirmation";
  return allow({ ...order, active: true, status, consecutiveFailures: 0 });
}
