import type { Notification } from "../../schemas/notification.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { conditionText } from "./condition-text.ts";

/** The id names order, time and kind (and the cause of a refusal): an outcome that is applied again has the same. */
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
