import type { ChainId } from "../../schemas/chains.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { StoredEvent } from "../store/orders/read-events.ts";
import { triggerEventOf } from "../triggers/trigger-event-of.ts";
import { callEventText } from "./call-event-text.ts";
import { polledEventOf } from "./polled-event-of.ts";

/** What ended an order is seen by everybody; what changes one, holds it up or leaves it short is its owner's. */
const ENDS: readonly string[] = ["order_cancelled", "order_auto_paused", "order_expired"];
/** A trigger order that goes on watching, or that became an order with its price, is armed still. */
const ARMED: readonly string[] = ["refused", "ordered"];

/**
 * A vault's events as a caller sees them. The owner on a chain sees all that happens there. Everybody else sees outcomes alone: at which
 * price an order is armed, when it has to wait, and what the vault holds and may spend, would tell whom to trade against. Of a failure they
 * see its code's plain words.
 */
export const eventsFor = (events: readonly StoredEvent[], ownChain: ChainId | null): StrategyEvent[] =>
  events.flatMap((event) => {
    const isOwn = ownChain !== null && (event.chainId === ownChain || isFreeze(event));
    const seen = isOwn ? polledEventOf(event) : outcomeOf(event);
    return seen === null ? [] : [seen];
  });

/** It holds on every chain, whichever of them its operator was known on. */
const isFreeze = (event: StoredEvent): boolean => "type" in event && event.type === "freeze";

function outcomeOf(event: StoredEvent): StrategyEvent | null {
  if (!("type" in event)) return polledEventOf(event.success ? event : { ...event, error: plainError(event.code) });
  if (event.type === "operation" || event.type === "freeze") return null;
  if (event.type === "call") {
    const { type, timestamp, status } = event;
    return { type, timestamp, success: status === "confirmed", summary: callEventText(event) };
  }
  if (event.type === "nav_sync") {
    const { sync: _, ...failed } = event;
    return polledEventOf(event.success ? event : { ...failed, error: plainError(event.code) });
  }
  if (event.type === "order_change") return ENDS.includes(event.kind) ? polledEventOf(event) : null;
  // Of what is not known it may rest at its venue still.
  if (event.type === "venue_order") return event.status === "unknown" ? null : polledEventOf(event);
  const { condition: _, error: __, ...rest } = event;
  return ARMED.includes(event.how) ? null : triggerEventOf(rest);
}

/** @example plainError("insufficient_balance") // "insufficient balance" */
const plainError = (code = "its owner sees why"): string => code.replaceAll("_", " ");
