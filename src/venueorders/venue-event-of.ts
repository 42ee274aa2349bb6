import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { VenueOrderEvent } from "../../schemas/venue-order-event.ts";
import { factsText } from "../lib/facts-text.ts";

/** The polled form of an order's end at its venue; its summary is one line. */
export function venueEventOf({ orderId, ordered, amounts, reason, ...event }: VenueOrderEvent): StrategyEvent {
  const { type, timestamp, success, family, status } = event;
  const figures = factsText(amounts);
  const text = `${ordered}: ${status.replace("_", " ")}${figures === "" ? "" : ` (${figures})`}${success ? "" : `. ${reason}`}`;
  return {
    ...{ type, timestamp, success, venueOrderId: orderId, family, status },
    summary: text.replace(/\s+/g, " ").trim(),
  };
}
