import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { VaultEvent } from "../../schemas/vault-event.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { Tables } from "../kinds/tables.ts";
import type { StoredEvent } from "../store/orders/read-events.ts";
import { venueEventOf } from "../venueorders/venue-event-of.ts";
import { vaultEventOf } from "./vault-event-of.ts";

/** An event as callers see it, whichever way it reaches them; null: it is its owner's alone. */
export function polledEventOf(
  orderKinds: Tables["orderKinds"],
  event: StoredEvent,
  seenBy: "owner" | "all",
): StrategyEvent | null {
  if (isOfVault(event)) return vaultEventOf(event, seenBy);
  if ("family" in event) return venueEventOf(event);
  const kind = "progress" in event ? event.of : event.type;
  return kindOf(orderKinds, { kind }).eventOf(event, seenBy);
}

/** Every other is of an order, and has its number. */
const isOfVault = (event: StoredEvent): event is VaultEvent => !("orderId" in event);
