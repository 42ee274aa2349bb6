import type { Notification } from "../../schemas/notices/notification.ts";
import type { OrderWaiting } from "../../schemas/orders/order-waiting.ts";
import type { TwapEvent } from "../../schemas/orders/twap-event.ts";
import type { TwapOrder } from "../../schemas/orders/twap-order.ts";
import { explorerTxUrl } from "../chain/without-links.ts";
import type { OrderRules, Wait } from "../kinds/order-kind.ts";
import type { SliceOutcome } from "../kinds/order-run.ts";
import { qualityLine } from "../quality/quality-lines.ts";
import { showQuality } from "../quality/show-quality.ts";
import { waitingText } from "./order-change-text.ts";
import { pricesSeen } from "./slice-end-of.ts";
import { slicesBehind } from "./state-of.ts";
import { codeOf, isGrantOver, isOverLossBudget, TWAP_RULES, wholeCall } from "./twap-rules.ts";

type Happening = Pick<TwapEvent, "timestamp" | "sliceNumber">;

/**
 * The id names order, slice, attempt time and kind: an attempt that fails early has no number.
 * `order` is the one after the attempt.
 */
export function notificationBase<K extends Notification["kind"]>(
  kind: K,
  order: TwapOrder,
  event: Happening,
) {
  const attemptMs = order.lastExecution ?? event.timestamp;
  return {
    kind,
    id: `twap:${order.vaultAddress}:${order.id}:${event.sliceNumber}:${attemptMs}:${kind}`,
    vault: order.vaultAddress,
    chainId: order.chainId,
    operator: order.operatorAddress,
    createdAt: event.timestamp,
    orderId: order.id,
    sliceNumber: event.sliceNumber,
    progress: `${slicesBehind(order)}/${order.sliceCount}`,
  };
}

export type Success = Extract<SliceOutcome, { kind: "executed" | "notified" }>;

/** Notification of a slice, and of the order's completion (spec, "Events"). */
export function successNotifications(
  order: TwapOrder,
  outcome: Success,
  event: TwapEvent,
): Notification[] {
  const slice = sliceNotification(order, outcome, event);
  if (order.status !== "completed") return [slice];
  const quality = order.autoExecute ? qualityLine(showQuality(order)) : undefined;
  return [
    slice,
    {
      ...notificationBase("order_completed", order, event),
      totalSpent: order.amountSpent,
      sellSymbol: order.sellSymbol,
      totalBought: order.totalBought,
      buySymbol: order.buySymbol,
      estimated: order.amountsEstimated,
      broadcast: order.autoExecute,
      ...(quality !== undefined && { quality }),
    },
  ];
}

function sliceNotification(order: TwapOrder, outcome: Success, event: TwapEvent): Notification {
  const amounts = {
    sellAmount: event.sellAmount,
    sellSymbol: order.sellSymbol,
    buyAmount: event.buyAmount,
    buySymbol: order.buySymbol,
  };
  if (outcome.kind === "notified") {
    return {
      ...notificationBase("manual_slice", order, event),
      ...amounts,
      side: order.side,
      dex: order.dex,
    };
  }
  return {
    ...notificationBase("slice_executed", order, event),
    ...amounts,
    estimated: outcome.estimated,
    hash: outcome.hash,
    blockNumber: outcome.blockNumber.toString(),
    explorerUrl: explorerTxUrl(order.chainId, outcome.hash),
  };
}

export type Failure = Extract<SliceOutcome, { kind: "failed" | "meta_unreadable" }>;

/** Notification of a failure, and of the pause it causes (spec, "Events"). */
export function failureNotifications(
  order: TwapOrder,
  outcome: Failure,
  event: TwapEvent,
): Notification[] {
  const error = event.error ?? "";
  const failure: Notification = {
    ...notificationBase("slice_failed", order, event),
    error,
    code: codeOf(outcome),
    consecutiveFailures: order.consecutiveFailures,
    failureLimit: TWAP_RULES.maxConsecutiveFailures,
    debugCall: wholeCall(outcome.debugCall),
  };
  const isOverBudget = isOverLossBudget(outcome);
  const isPaused =
    order.status === "auto_paused" &&
    (isOverBudget ||
      isGrantOver(outcome) ||
      order.consecutiveFailures === TWAP_RULES.maxConsecutiveFailures);
  if (!isPaused) return [failure];
  return [
    failure,
    {
      ...notificationBase("order_auto_paused", order, event),
      consecutiveFailures: order.consecutiveFailures,
      lastError: error,
      ...(isOverBudget && { isOverLossBudget: true as const }),
      ...(isGrantOver(outcome) && { isGrantOver: true as const }),
    },
  ];
}

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
  { reason, nowMs, paired, figures, seen }: Wait,
): { waiting: OrderWaiting; isToTell: boolean } | null {
  const sinceMs = before?.sinceMs ?? nowMs;
  const isToTell =
    paired && before?.toldAt === undefined && nowMs - sinceMs >= TWAP_RULES.tellWaitingAfterMs;
  if (before?.reason === reason && !isToTell) return null;
  const { figures: _, quote: __, oracle: ___, ...kept } = before ?? {};
  const waiting = {
    ...kept,
    reason,
    sinceMs,
    ...(isToTell && { toldAt: nowMs }),
    ...(figures && { figures }),
    ...pricesSeen(seen),
  };
  return { waiting, isToTell };
}
