import type { TwapOrder } from "../../schemas/twap-order.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

/**
 * The order paused by its operator. A pending attempt stays named: its outcome is recorded, the order stays paused.
 * Refuses with twap_order_not_active (decision 44).
 */
export function pauseOrder(order: TwapOrder): Verdict<TwapOrder> {
  if (!order.active) {
    return refuse("twap_order_not_active", `TWAP order #${order.id} is not active.`, {
      id: order.id,
      status: order.status,
    });
  }
  return allow({ ...order, active: false, status: "paused" });
}
