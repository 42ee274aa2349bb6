import type { Hex } from "viem";
import type { Notification } from "../../schemas/notification.ts";
import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { explorerTxUrl } from "../chain/without-links.ts";
import type { OrderResult } from "../kinds/order-result.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { conditionText } from "./trigger-text.ts";

type FiredAs =
  | { how: "executed"; sellBase: bigint; buyBase: bigint; estimated: boolean; hash: Hex }
  | { how: "notified"; sellBase: bigint; buyBase: bigint }
  | { how: "ordered"; twapOrderId: number };

/** Ends a trigger that fired. A cancelled one stays cancelled. */
export function firedTrigger(trigger: TriggerOrder, fired: FiredAs, nowMs: number): TriggerResult {
  const { pendingAttempt: _, waiting: __, lastError: ___, ...rest } = trigger;
  const { how } = fired;
  const amounts =
    fired.how === "ordered"
      ? {}
      : {
          sellAmount: formatUnits(fired.sellBase, trigger.sellDecimals),
          buyAmount: formatUnits(fired.buyBase, trigger.buyDecimals),
        };
  const estimated = fired.how === "executed" && fired.estimated ? { estimated: true as const } : {};
  const ordered = fired.how === "ordered" ? { twapOrderId: fired.twapOrderId } : {};
  const order: TriggerOrder = {
    ...rest,
    active: false,
    status: trigger.status === "cancelled" ? "cancelled" : "completed",
    completedAt: trigger.completedAt ?? nowMs,
    consecutiveFailures: 0,
    result: { how, ...amounts, ...estimated, ...ordered },
  };
  const event = { ...triggerEvent(trigger, how, nowMs), ...amounts, ...ordered };
  const planned =
    trigger.side === "sell"
      ? { sellAmount: trigger.totalAmount }
      : { buyAmount: trigger.totalAmount };
  return {
    order,
    event,
    notifications: [
      {
        ...triggerNotificationBase("trigger_fired", trigger, { nowMs }),
        how,
        side: trigger.side,
        sellSymbol: trigger.sellSymbol,
        buySymbol: trigger.buySymbol,
        ...(how === "ordered" ? planned : amounts),
        dex: trigger.venue,
        ...estimated,
        ...ordered,
        ...(fired.how === "executed" && {
          hash: fired.hash,
          explorerUrl: explorerTxUrl(trigger.chainId, fired.hash),
        }),
      },
    ],
    dueMs: null,
  };
}

/** Ends a trigger that expired, or that only its operator can mend. */
export function endedTrigger(
  trigger: TriggerOrder,
  how: "expired" | "stopped",
  nowMs: number,
): TriggerResult {
  const { firing: _, waiting: __, ...rest } = trigger;
  const { lastError } = trigger;
  const error = how === "stopped" && lastError !== undefined ? lastError : undefined;
  return {
    order: {
      ...rest,
      active: false,
      status: how === "expired" ? "expired" : "auto_paused",
      ...(how === "expired" && { completedAt: nowMs }),
    },
    event: { ...triggerEvent(trigger, how, nowMs), ...(error !== undefined && { error }) },
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

/** Event of a trigger, without amounts or error. */
export const triggerEvent = (
  trigger: TriggerOrder,
  how: TriggerEvent["how"],
  nowMs: number,
): TriggerEvent => ({
  type: "trigger",
  orderId: trigger.id,
  timestamp: nowMs,
  success: how !== "stopped" && how !== "refused",
  how,
  condition: conditionText(trigger),
  ...(trigger.firing && { price: trigger.firing.price }),
});

/** The id is stable, so an outcome applied twice is told once. */
export function triggerNotificationBase<K extends Notification["kind"]>(
  kind: K,
  trigger: TriggerOrder,
  { nowMs, cause }: { nowMs: number; cause?: string },
) {
  return {
    kind,
    id: `trigger:${trigger.vaultAddress}:${trigger.id}:${nowMs}:${kind}${cause === undefined ? "" : `:${cause}`}`,
    vault: trigger.vaultAddress,
    chainId: trigger.chainId,
    operator: trigger.operatorAddress,
    createdAt: nowMs,
    orderId: trigger.id,
    type: trigger.type,
    condition: conditionText(trigger),
    ...(trigger.firing !== undefined && { price: trigger.firing.price }),
  };
}

/** Transition of a trigger order. */
export type TriggerResult = OrderResult<TriggerOrder, TriggerEvent>;
