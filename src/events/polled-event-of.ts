import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import { syncEventOf } from "../navsync/sync-event-of.ts";
import type { StoredEvent } from "../store/orders/read-events.ts";
import { triggerEventOf } from "../triggers/trigger-event-of.ts";
import { strategyEventOf } from "../twap/strategy-event-of.ts";
import { venueEventOf } from "../venueorders/venue-event-of.ts";

/** An event as callers see it, whichever way it reaches them. */
export const polledEventOf = (event: StoredEvent): StrategyEvent =>
  !("type" in event) || event.type === "order_change"
    ? strategyEventOf(event)
    : event.type === "nav_sync"
      ? syncEventOf(event)
      : event.type === "trigger"
        ? triggerEventOf(event)
        : venueEventOf(event);
