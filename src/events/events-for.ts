import type { ChainId } from "../../schemas/chains.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { VaultEvent } from "../../schemas/vault-event.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { Tables } from "../kinds/tables.ts";
import type { StoredEvent } from "../store/orders/read-events.ts";
import { type SeenBy, vaultEventOf, venueEventOf } from "./vault-event-of.ts";

/** What ended an order is seen by everybody; what changes one, holds it up or leaves it short is its owner's. */
const ENDS: readonly string[] = ["order_cancelled", "order_auto_paused", "order_expired"];

/**
 * The owner on a chain sees all that happens there, and so does an agent `by` its grant, but for what others asked and decided; everybody else outcomes alone: at which price an order is armed, when it has to wait,
 * and what the vault holds and may spend, would tell whom to trade against. Of a failure they see its code's plain words.
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

/** It holds on every chain, whichever of them its operator was known on. */
const isFreeze = (event: StoredEvent): boolean => "frozen" in event;

function outcomeOf(kinds: Tables["orderKinds"], event: StoredEvent): StrategyEvent | null {
  if ("kind" in event && event.type === "order_change" && !ENDS.includes(event.kind)) return null;
  // Of what is not known it may rest at its venue still.
  if ("status" in event && event.status === "unknown") return null;
  return polledEventOf(kinds, event, "all");
}

/** An event as callers see it, whichever way it reaches them; null: it is its owner's alone. */
function polledEventOf(orderKinds: Tables["orderKinds"], event: StoredEvent, seenBy: SeenBy): StrategyEvent | null {
  if (isOfVault(event)) return vaultEventOf(event, seenBy);
  if ("family" in event) return venueEventOf(event);
  const kind = "progress" in event ? event.of : event.type;
  return kindOf(orderKinds, { kind }).eventOf(event, seenBy === "all" ? "all" : "owner");
}

/** Every other is of an order, and has its number. */
const isOfVault = (event: StoredEvent): event is VaultEvent => !("orderId" in event);

/**
 * Oldest first: newer than `sinceMs`, at most 24 hours old by their own timestamps, the newest 20 of orders (spec, "Strategy events";
 * decision 48) and the newest 20 of all else (decision 470). `events` may be in any order.
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
  const kept = [...newest(recent.filter(isOfOrder)), ...newest(recent.filter((event) => !isOfOrder(event)))];
  return kept.toSorted((a, b) => a.timestamp - b.timestamp);
}

const newest = <E>(oldestFirst: readonly E[]): readonly E[] => oldestFirst.slice(-ORDER_LIMITS.maxEvents);

const isOfOrder = ({ type }: { type?: StrategyEvent["type"] }): boolean =>
  type !== "operation" && type !== "freeze" && type !== "call" && type !== "pairing";
