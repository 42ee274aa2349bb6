import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import { syncEventOf } from "../navsync/sync-event-of.ts";
import type { StoredEvent } from "../store/orders/read-events.ts";
import { triggerEventOf } from "../triggers/trigger-event-of.ts";
import { strategyEventOf } from "../twap/strategy-event-of.ts";
import { venueEventOf } from "../venueorders/venue-event-of.ts";
import { vaultEventOf } from "./vault-event-of.ts";

/** An event as callers see it, whichever way it reaches them. */
export function polledEventOf(event: StoredEvent): StrategyEvent {
  if (!("type" in event)) return strategyEventOf(event);
  switch (event.type) {
    case "order_change":
      return strategyEventOf(event);
    case "nav_sync":
      return syncEventOf(event);
    case "trigger":
      return triggerEventOf(event);
    case "venue_order":
      return venueEventOf(event);
    default:
      return vaultEventOf(event);
  }
}
