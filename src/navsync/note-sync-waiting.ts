import type { NavSync } from "../../schemas/nav-sync.ts";
import type { Notification } from "../../schemas/notification.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { Wait } from "../kinds/order-kind.ts";
import { nextWaiting } from "../twap/note-waiting.ts";
import { waitingText } from "../twap/waiting-text.ts";
import { syncNotificationBase } from "./sync-notification-base.ts";

/** What a NAV sync remembers of a run that had to wait, as noteWaiting does of a slice. */
export function noteSyncWaiting(
  sync: NavSync,
  wait: Wait,
): { waiting: OrderWaiting; alarm: Notification | null } | null {
  const next = nextWaiting(sync.waiting, wait);
  if (next === null || !next.isToTell) return next && { waiting: next.waiting, alarm: null };
  const { sinceMs } = next.waiting;
  const run = sync.syncsExecuted + 1;
  return {
    waiting: next.waiting,
    alarm: {
      ...syncNotificationBase("nav_sync_waiting", sync, { run, nowMs: wait.nowMs }),
      id: `nav_sync:${sync.vaultAddress}:${sync.id}:${run}:${sinceMs}:nav_sync_waiting`,
      waitingSince: sinceMs,
      code: wait.reason,
      reason: waitingText(wait.reason),
    },
  };
}
