import type { Notification } from "../../schemas/notification.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { OrderRules, Wait } from "../kinds/order-kind.ts";
import { notificationBase } from "./notification-base.ts";
import { waitingText } from "./order-change-text.ts";
import { slicesBehind } from "./state-of.ts";
import { TWAP_RULES } from "./twap-rules.ts";

/** Remembers that a slice waits, and tells it after an hour. Null: nothing new. */
export const noteWaiting = (order: TwapOrder, wait: Wait): NotedWait =>
  notedWait(order.waiting, wait, (sinceMs) => {
    const { reason, nowMs } = wait;
    const sliceNumber = slicesBehind(order) + 1;
    return {
      ...notificationBase("order_waiting", order, { timestamp: nowMs, sliceNumber }),
      id: `twap:${order.vaultAddress}:${order.id}:${sliceNumber}:${sinceMs}:order_waiting`,
      waitingSince: sinceMs,
      code: reason,
      reason: waitingText(reason, wait.figures),
    };
  });

type NotedWait = ReturnType<OrderRules["noteWaiting"]>;

/** `alarmOf` makes the notification to send now. Null: nothing new. */
export function notedWait(
  before: OrderWaiting | undefined,
  wait: Wait,
  alarmOf: (sinceMs: number) => Notification,
): NotedWait {
  const next = nextWaiting(before, wait);
  return (
    next && { waiting: next.waiting, alarm: next.isToTell ? alarmOf(next.waiting.sinceMs) : null }
  );
}

/**
 * Null: nothing new. `isToTell`: the operator is told now, once per wait and after an hour of it.
 */
export function nextWaiting(
  before: OrderWaiting | undefined,
  { reason, nowMs, paired, figures }: Wait,
): { waiting: OrderWaiting; isToTell: boolean } | null {
  const sinceMs = before?.sinceMs ?? nowMs;
  const isToTell =
    paired && before?.toldAt === undefined && nowMs - sinceMs >= TWAP_RULES.tellWaitingAfterMs;
  if (before?.reason === reason && !isToTell) return null;
  const { figures: _, ...kept } = before ?? {};
  const waiting = {
    ...kept,
    reason,
    sinceMs,
    ...(isToTell && { toldAt: nowMs }),
    ...(figures && { figures }),
  };
  return { waiting, isToTell };
}
