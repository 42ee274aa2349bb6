import type { Notification } from "../../schemas/notification.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { TwapWaiting } from "../../schemas/twap-waiting.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import { notificationBase } from "./notification-base.ts";
import { TWAP_RULES } from "./twap-rules.ts";
import { waitingText } from "./waiting-text.ts";

type Wait = { reason: WaitReason; nowMs: number /** Whether there is a channel to tell on. */; paired: boolean };

/**
 * What an order remembers of a slice that had to wait: since when, why, and whether its operator was notified, which
 * happens once per wait, after an hour of it. `alarm` is the notification to send now. Null: nothing new.
 */
export function noteWaiting(
  order: TwapOrder,
  { reason, nowMs, paired }: Wait,
): { waiting: TwapWaiting; alarm: Notification | null } | null {
  const before = order.waiting;
  const sinceMs = before?.sinceMs ?? nowMs;
  const isToTell = paired && before?.toldAt === undefined && nowMs - sinceMs >= TWAP_RULES.tellWaitingAfterMs;
  if (before?.reason === reason && !isToTell) return null;
  const waiting: TwapWaiting = { ...before, reason, sinceMs, ...(isToTell && { toldAt: nowMs }) };
  if (!isToTell) return { waiting, alarm: null };
  const sliceNumber = order.slicesExecuted + 1;
  return {
    waiting,
    alarm: {
      ...notificationBase("order_waiting", order, { timestamp: nowMs, sliceNumber }),
      id: `twap:${order.vaultAddress}:${order.id}:${sliceNumber}:${sinceMs}:order_waiting`,
      waitingSince: sinceMs,
      code: reason,
      reason: waitingText(reason),
    },
  };
}
