import type { TwapOrder } from "../../schemas/twap-order.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

/**
 * The order cancelled. A paused order can be cancelled too: it is the way to make sure it is never resumed. A pending
 * attempt stays named, so that its outcome is still recorded. Refuses with twap_order_not_found when it is closed (decision 45).
 */
export function cancelOrder(order: TwapOrder, nowMs: number): Verdict<TwapOrder> {
  if (order.status === "completed" || order.status === "cancelled") {
    return refuse("twap_order_not_found", `TWAP order #${order.id} is already ${order.status}.`, { id: order.id });
  }
  return allow({ ...order, active: false, status: "cancelled", completedAt: nowMs });
}
