import type { OrderChangeEvent } from "../../schemas/order-change-event.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import { orderChangeText } from "./order-change-text.ts";

/** Nothing failed, so it is a success, and its summary is one line. */
export const changeEventOf = (event: OrderChangeEvent): StrategyEvent => ({
  type: "twap",
  timestamp: event.timestamp,
  success: true,
  twapOrderId: event.orderId,
  change: event.kind,
  summary: `TWAP #${event.orderId} ${orderChangeText(event)}`.replace(/\s+/g, " "),
});
