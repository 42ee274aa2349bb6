import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { OrderKind } from "../kinds/order-kind.ts";
import { SLICE_COSTS } from "../kinds/slice-costs.ts";
import { loadedOnce } from "../lib/expiring-cache.ts";

/** Still armed: its prices are told to nobody else. */
const ARMED: readonly TriggerEvent["how"][] = ["refused", "ordered"];

/** A trade, or a TWAP order, at an oracle price. */
export const triggerKind: OrderKind<TriggerOrder> = {
  kind: "trigger",
  most: {
    ofVault: { most: TRIGGER_LIMITS.maxActivePerVaultChain, on: "each chain" },
    ofOperator: { most: TRIGGER_LIMITS.maxActivePerOperator, with: [] },
  },
  hasCard: false,
  costs: SLICE_COSTS,
  eventOf: (event: TriggerEvent, seenBy) => {
    if (seenBy === "owner") return triggerEventOf(event);
    const { condition: _, error: __, ...rest } = event;
    return ARMED.includes(event.how) ? null : triggerEventOf(rest);
  },
  rules: loadedOnce(async () => (await import("./trigger-rules.ts")).triggerRules),
};

type Event = Omit<TriggerEvent, "condition"> & Partial<TriggerEvent>;

/** Event in one line; `condition` is left out for others. */
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
    summary: (
      `Trigger order #${orderId}${condition === undefined ? "" : ` (${condition})`}${at} ` +
      `${whatOf(event)}`
    ).replace(/\s+/g, " "),
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
