import type { Notification } from "../../schemas/notification.ts";
import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { PartialCall } from "../kinds/order-run.ts";
import { wholeCall } from "../twap/twap-rules.ts";
import { type TriggerResult, triggerEvent, triggerNotificationBase } from "./fired-trigger.ts";

type Cause = { code: string; error: string; debugCall?: PartialCall | undefined; nowMs: number };

/**
 * Keeps watching. Each cause is told once a day, with an event: repeats must not fill the vault's
 * twenty events.
 */
export function refusedTrigger(
  trigger: TriggerOrder,
  { code, error, debugCall, nowMs }: Cause,
): TriggerResult {
  const { told = [], firing: _, ...rest } = trigger;
  const recent = told.filter(({ atMs }) => nowMs - atMs < TRIGGER_LIMITS.tellAgainMs);
  const isTold = recent.some((one) => one.code === code);
  const kept = isTold ? recent : [...recent, { code, atMs: nowMs }];
  const order: TriggerOrder = { ...rest, lastError: error, told: kept };
  const dueMs = triggerDueScore(order);
  if (isTold) return { order, event: null, notifications: [], dueMs };
  const notification: Notification = {
    ...triggerNotificationBase("trigger_refused", trigger, { nowMs, cause: code }),
    error,
    code,
    ...(debugCall && { debugCall: wholeCall(debugCall) }),
  };
  return {
    order,
    event: { ...triggerEvent(trigger, "refused", nowMs), error },
    notifications: [notification],
    dueMs,
  };
}

/** Every tick looks at it; null removes it from the due index. */
export function triggerDueScore({
  active,
  status,
  createdAt,
  lastLook,
  lastExecution,
}: TriggerOrder): number | null {
  if (!active || status !== "active") return null;
  if (lastLook === undefined && lastExecution === undefined) return createdAt;
  return Math.max(lastLook?.atMs ?? 0, lastExecution ?? 0) + TRIGGER_LIMITS.lookEveryMs;
}
