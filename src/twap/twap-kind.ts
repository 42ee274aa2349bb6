import type { OrderChangeEvent } from "../../schemas/order-change-event.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { OrderKind } from "../kinds/order-kind.ts";
import { SLICE_COSTS } from "../kinds/slice-costs.ts";
import { loadedOnce } from "../lib/expiring-cache.ts";
import { plainError } from "../lib/sanitize.ts";
import { orderChangeText } from "./order-change-text.ts";

/** An amount traded in slices at intervals. */
export const twapKind: OrderKind<TwapOrder> = {
  kind: "twap",
  most: {
    ofVault: { most: ORDER_LIMITS.maxActivePerVaultChain, on: "each chain" },
    ofOperator: { most: ORDER_LIMITS.maxActivePerOperator, with: ["nav_sync"] },
  },
  hasCard: true,
  costs: SLICE_COSTS,
  eventOf: (event: TwapEvent | OrderChangeEvent, seenBy) =>
    strategyEventOf(
      seenBy === "owner" || "type" in event || event.success
        ? event
        : { ...event, error: plainError(event.code) },
    ),
  rules: loadedOnce(async () => (await import("./twap-order-rules.ts")).twapOrderRules),
};

/** Spec, "StrategyEvent". */
export const strategyEventOf = (event: TwapEvent | OrderChangeEvent): StrategyEvent => ({
  type: "twap",
  timestamp: event.timestamp,
  success: "type" in event || event.success,
  twapOrderId: event.orderId,
  ...("type" in event && { change: event.kind }),
  summary:
    `TWAP #${event.orderId} ${"type" in event ? orderChangeText(event) : summaryOf(event)}`.replace(
      /\s+/g,
      " ",
    ),
});

function summaryOf(event: TwapEvent): string {
  const { sliceNumber, slices = 1 } = event;
  const number =
    slices === 1 ? `slice ${sliceNumber}` : `slices ${sliceNumber}-${sliceNumber + slices - 1}`;
  const slice = `${number}/${event.totalSlices}`;
  return !event.success
    ? `${slice} failed: ${event.error ?? "unknown error"}`
    : event.notified
      ? `${slice} notified, nothing was sent: quoted ${event.sellAmount} for ${event.buyAmount}`
      : `${slice} executed: sold ${event.sellAmount}, bought ${event.buyAmount}`;
}
