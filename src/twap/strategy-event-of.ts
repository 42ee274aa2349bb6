import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { TwapEvent } from "../../schemas/twap-event.ts";

/** The polled form of a slice event (spec, "StrategyEvent"). The summary is one line; amounts are of the order's own tokens. */
export function strategyEventOf(event: TwapEvent): StrategyEvent {
  return {
    type: "twap",
    timestamp: event.timestamp,
    success: event.success,
    twapOrderId: event.orderId,
    summary: summaryOf(event),
  };
}

function summaryOf(event: TwapEvent): string {
  const slice = `TWAP #${event.orderId} slice ${event.sliceNumber}/${event.totalSlices}`;
  const text = !event.success
    ? `${slice} failed: ${event.error ?? "unknown error"}`
    : event.notified
      ? `${slice} notified, nothing was sent: quoted ${event.sellAmount} for ${event.buyAmount}`
      : `${slice} executed: sold ${event.sellAmount}, bought ${event.buyAmount}`;
  return text.replace(/\s+/g, " ");
}
