import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { TriggerEvent } from "../../schemas/trigger-event.ts";

type Event = Omit<TriggerEvent, "condition"> & Partial<TriggerEvent>;

/** One line, without the condition where a reader is not to see it. */
export function triggerEventOf(event: Event): StrategyEvent {
  const { orderId, timestamp, success, how, condition, price, twapOrderId } = event;
  const at = price === undefined ? "" : ` at ${price}`;
  return {
    type: "trigger",
    timestamp,
    success,
    triggerId: orderId,
    how,
    ...(price !== undefined && { price }),
    ...(twapOrderId !== undefined && { twapOrderId }),
    summary:
      `Trigger order #${orderId}${condition === undefined ? "" : ` (${condition})`}${at} ${whatOf(event)}`.replace(
        /\s+/g,
        " ",
      ),
  };
}

function whatOf({ how, sellAmount, buyAmount, twapOrderId, error }: Event): string {
  switch (how) {
    case "executed":
      return `executed: sold ${sellAmount}, bought ${buyAmount}`;
    case "notified":
      return `notified, nothing was sent: quoted ${sellAmount} for ${buyAmount}`;
    case "ordered":
      return `created TWAP order #${twapOrderId}`;
    case "refused":
      return `was refused and goes on watching: ${error ?? "unknown error"}`;
    case "expired":
      return "expired without having fired";
    case "stopped":
      return `stopped${error === undefined ? "" : `: ${error}`}`;
  }
}
