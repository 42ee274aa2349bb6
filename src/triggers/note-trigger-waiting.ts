import type { Notification } from "../../schemas/notification.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { Wait } from "../kinds/order-kind.ts";
import { nextWaiting } from "../twap/note-waiting.ts";
import { waitingText } from "../twap/waiting-text.ts";
import { triggerNotificationBase } from "./trigger-notification-base.ts";

/** What a trigger order remembers of a trade that had to wait, as noteWaiting does of a slice. */
export function noteTriggerWaiting(
  trigger: TriggerOrder,
  wait: Wait,
): { waiting: OrderWaiting; alarm: Notification | null } | null {
  const next = nextWaiting(trigger.waiting, wait);
  if (next === null || !next.isToTell) return next && { waiting: next.waiting, alarm: null };
  const { sinceMs } = next.waiting;
  return {
    waiting: next.waiting,
    alarm: {
      ...triggerNotificationBase("trigger_waiting", trigger, { nowMs: wait.nowMs }),
      id: `trigger:${trigger.vaultAddress}:${trigger.id}:${sinceMs}:trigger_waiting`,
      waitingSince: sinceMs,
      code: wait.reason,
      reason: waitingText(wait.reason),
    },
  };
}
