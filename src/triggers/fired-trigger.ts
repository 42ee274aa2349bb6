import type { Hex } from "viem";
import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { explorerTxUrl } from "../chain/explorer-tx-url.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { conditionText } from "./condition-text.ts";
import { triggerNotificationBase } from "./trigger-notification-base.ts";
import type { TriggerResult } from "./trigger-result.ts";

export type FiredAs =
  | { how: "executed"; sellBase: bigint; buyBase: bigint; estimated: boolean; hash: Hex }
  | { how: "notified"; sellBase: bigint; buyBase: bigint }
  | { how: "ordered"; twapOrderId: number };

/** It ends with its event and notification. One that was cancelled meanwhile stays cancelled. */
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
  const event: TriggerEvent = {
    type: "trigger",
    orderId: trigger.id,
    timestamp: nowMs,
    success: true,
    how,
    condition: conditionText(trigger),
    ...(trigger.firing !== undefined && { price: trigger.firing.price }),
    ...amounts,
    ...ordered,
  };
  const planned = trigger.side === "sell" ? { sellAmount: trigger.totalAmount } : { buyAmount: trigger.totalAmount };
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
