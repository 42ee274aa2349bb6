import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { conditionText } from "./condition-text.ts";
import { triggerNotificationBase } from "./trigger-notification-base.ts";
import type { TriggerResult } from "./trigger-result.ts";

/** Its time is over, or what failed is its operator's to mend. */
export function endedTrigger(trigger: TriggerOrder, how: "expired" | "stopped", nowMs: number): TriggerResult {
  const { firing, waiting: _, ...rest } = trigger;
  const { lastError } = trigger;
  const error = how === "stopped" && lastError !== undefined ? lastError : undefined;
  return {
    order: {
      ...rest,
      active: false,
      status: how === "expired" ? "expired" : "auto_paused",
      ...(how === "expired" && { completedAt: nowMs }),
    },
    event: {
      type: "trigger",
      orderId: trigger.id,
      timestamp: nowMs,
      success: how === "expired",
      how,
      condition: conditionText(trigger),
      ...(firing !== undefined && { price: firing.price }),
      ...(error !== undefined && { error }),
    },
    notifications: [
      {
        ...triggerNotificationBase("trigger_ended", trigger, { nowMs }),
        how,
        ...(error !== undefined && { lastError: error }),
      },
    ],
    dueMs: null,
  };
}
