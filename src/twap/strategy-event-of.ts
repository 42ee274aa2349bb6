import type { OrderChangeEvent } from "../../schemas/order-change-event.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { TwapEvent } from "../../schemas/twap-event.ts";
import { orderChangeText } from "./order-change-text.ts";

/** Spec, "StrategyEvent". The summary is one line; amounts are of the order's own tokens. */
export function strategyEventOf(event: TwapEvent | OrderChangeEvent): StrategyEvent {
  if ("type" in event) return changeEventOf(event);
  return {
    type: "twap",
    timestamp: event.timestamp,
    success: event.success,
    twapOrderId: event.orderId,
    summary: summaryOf(event),
  };
}

function summaryOf(event: TwapEvent): string {
  const { sliceNumber, slices = 1 } = event;
  const number = slices === 1 ? `slice ${sliceNumber}` : `slices ${sliceNumber}-${sliceNumber + slices - 1}`;
  const slice = `TWAP #${event.orderId} ${number}/${event.totalSlices}`;
  const text = !event.success
    ? `${slice} failed: ${event.error ?? "unknown error"}`
    : event.notified
      ? `${slice} notified, nothing was sent: quoted ${event.sellAmount} for ${event.buyAmount}`
      : `${slice} executed: sold ${event.sellAmount}, bought ${event.buyAmount}`;
  return text.replace(/\s+/g, " ");
}

/** Nothing failed, so it is a success, and its summary is one line. */
export const changeEventOf = (event: OrderChangeEvent): StrategyEvent => ({
  type: "twap",
  timestamp: event.timestamp,
  success: true,
  twapOrderId: event.orderId,
  change: event.kind,
  summary: `TWAP #${event.orderId} ${orderChangeText(event)}`.replace(/\s+/g, " "),
});
