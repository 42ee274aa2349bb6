import type { ChainId } from "../../schemas/chains.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { VaultEvent } from "../../schemas/vault-event.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { Tables } from "../kinds/tables.ts";
import type { StoredEvent } from "../store/orders/read-events.ts";
import { type SeenBy, vaultEventOf, venueEventOf } from "./vault-event-of.ts";

/** Everybody sees an order's end; only its owner its changes, waits and shortages. */
const ENDS: readonly string[] = ["order_cancelled", "order_auto_paused", "order_expired"];

/**
 * The owner on a chain sees everything there; an agent `by` its grant too, but for what others
 * asked and decided; all others only outcomes with a failure's plain words: prices, waits and
 * holdings would tell whom to trade against.
 */
export const eventsFor = (
  kinds: Tables["orderKinds"],
  events: readonly StoredEvent[],
  ownChain: ChainId | null,
  by: Exclude<SeenBy, "all"> = "owner",
): StrategyEvent[] =>
  events.flatMap((event) => {
    const isOwn = ownChain !== null && (event.chainId === ownChain || isFreeze(event));
    const seen = isOwn ? polledEventOf(kinds, event, by) : outcomeOf(kinds, event);
    return seen === null ? [] : [seen];
  });

/** A freeze holds on every chain. */
const isFreeze = (event: StoredEvent): boolean => "frozen" in event;

function outcomeOf(kinds: Tables["orderKinds"], event: StoredEvent): StrategyEvent | null {
  if ("kind" in event && event.type === "order_change" && !ENDS.includes(event.kind)) return null;
  // Its order may still rest at the venue.
  if ("status" in event && event.status === "unknown") return null;
  return polledEventOf(kinds, event, "all");
}

/** Null: its owner's alone. */
function polledEventOf(
  orderKinds: Tables["orderKinds"],
  event: StoredEvent,
  seenBy: SeenBy,
): StrategyEvent | null {
  if (isOfVault(event)) return vaultEventOf(event, seenBy);
  if ("family" in event) return venueEventOf(event);
  const kind = "progress" in event ? event.of : event.type;
  return kindOf(orderKinds, { kind }).eventOf(event, seenBy === "all" ? "all" : "owner");
}

/** All others are an order's and have its number. */
const isOfVault = (event: StoredEvent): event is VaultEvent => !("orderId" in event);

/**
 * Oldest first, newer than `sinceMs`, at most 24 hours old: the newest 20 of orders (spec,
 * "Strategy events"; decision D63) and of all else (decision D63). `events` in any order.
 */
export function filterEvents<E extends { timestamp: number; type?: StrategyEvent["type"] }>(
  events: readonly E[],
  sinceMs: number,
  nowMs: number,
): E[] {
  const oldestMs = nowMs - ORDER_LIMITS.eventRetentionMs;
  const recent = events
    .filter((event) => event.timestamp > sinceMs && event.timestamp >= oldestMs)
    .toSorted((a, b) => a.timestamp - b.timestamp);
  const kept = [
    ...newest(recent.filter(isOfOrder)),
    ...newest(recent.filter((event) => !isOfOrder(event))),
  ];
  return kept.toSorted((a, b) => a.timestamp - b.timestamp);
}

const newest = <E>(oldestFirst: readonly E[]): readonly E[] =>
  oldestFirst.slice(-ORDER_LIMITS.maxEvents);

const isOfOrder = ({ type }: { type?: StrategyEvent["type"] }): boolean =>
  type !== "operation" && type !== "freeze" && type !== "call" && type !== "pairing";
