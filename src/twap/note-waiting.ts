import type { Notification } from "../../schemas/notification.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Wait } from "../kinds/order-kind.ts";
import { nextWaiting } from "./next-waiting.ts";
import { notificationBase } from "./notification-base.ts";
import { slicesBehind } from "./slices-behind.ts";
import { waitingText } from "./waiting-text.ts";

/** What an order remembers of a slice that had to wait. `alarm` is the notification to send now. Null: nothing new. */
export function noteWaiting(
  order: TwapOrder,
  wait: Wait,
): { waiting: OrderWaiting; alarm: Notification | null } | null {
  const next = nextWaiting(order.waiting, wait);
  if (next === null || !next.isToTell) return next && { waiting: next.waiting, alarm: null };
  const { waiting } = next;
  const { reason, nowMs } = wait;
  const sliceNumber = slicesBehind(order) + 1;
  return {
    waiting,
    alarm: {
      ...notificationBase("order_waiting", order, { timestamp: nowMs, sliceNumber }),
      id: `twap:${order.vaultAddress}:${order.id}:${sliceNumber}:${waiting.sinceMs}:order_waiting`,
      waitingSince: waiting.sinceMs,
      code: reason,
      reason: waitingText(reason, wait.figures),
    },
  };
}
