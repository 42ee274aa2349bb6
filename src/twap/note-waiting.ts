import type { Notification } from "../../schemas/notification.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Wait } from "../kinds/order-kind.ts";
import { notificationBase } from "./notification-base.ts";
import { waitingText } from "./order-change-text.ts";
import { slicesBehind } from "./state-of.ts";
import { TWAP_RULES } from "./twap-rules.ts";

/** Null: nothing new. `alarm` is sent now. */
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

/**
 * Null: nothing new. `isToTell`: the operator is told now, once per wait and after an hour of it.
 */
export function nextWaiting(
  before: OrderWaiting | undefined,
  { reason, nowMs, paired, figures }: Wait,
): { waiting: OrderWaiting; isToTell: boolean } | null {
  const sinceMs = before?.sinceMs ?? nowMs;
  const isToTell = paired && before?.toldAt === undefined && nowMs - sinceMs >= TWAP_RULES.tellWaitingAfterMs;
  if (before?.reason === reason && !isToTell) return null;
  const { figures: _, ...kept } = before ?? {};
  const waiting = { ...kept, reason, sinceMs, ...(isToTell && { toldAt: nowMs }), ...(figures && { figures }) };
  return { waiting, isToTell };
}
