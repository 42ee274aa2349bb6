import type { Notification } from "../../schemas/notification.ts";
import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { SliceOutcome } from "../kinds/slice-outcome.ts";
import { isOverLossBudget } from "./is-over-loss-budget.ts";
import { notificationBase } from "./notification-base.ts";
import { TWAP_RULES } from "./twap-rules.ts";
import { wholeCall } from "./whole-call.ts";

type Failure = Extract<SliceOutcome, { kind: "failed" | "meta_unreadable" }>;

/** With its debug call data, and the pause when this failure caused it (spec, "Events"). `order` is the one after the failure. */
export function failureNotifications(order: TwapOrder, outcome: Failure, event: TwapEvent): Notification[] {
  const error = event.error ?? "";
  const failure: Notification = {
    ...notificationBase("slice_failed", order, event),
    error,
    code: outcome.kind === "failed" ? outcome.code : outcome.kind,
    consecutiveFailures: order.consecutiveFailures,
    failureLimit: TWAP_RULES.maxConsecutiveFailures,
    debugCall: wholeCall(outcome.debugCall),
  };
  const isOverBudget = isOverLossBudget(outcome);
  const isPaused =
    order.status === "auto_paused" && (isOverBudget || order.consecutiveFailures === TWAP_RULES.maxConsecutiveFailures);
  if (!isPaused) return [failure];
  return [
    failure,
    {
      ...notificationBase("order_auto_paused", order, event),
      consecutiveFailures: order.consecutiveFailures,
      lastError: error,
      ...(isOverBudget && { isOverLossBudget: true as const }),
    },
  ];
}
