import type { Notification } from "../../schemas/notification.ts";
import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { slicesBehind } from "./slices-behind.ts";

type Happening = Pick<TwapEvent, "timestamp" | "sliceNumber">;

/**
 * The id names order, slice, attempt and kind; the attempt by its time, because one that fails before it is prepared has no number. `order`
 * is the one after the attempt.
 */
export function notificationBase<K extends Notification["kind"]>(kind: K, order: TwapOrder, event: Happening) {
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
