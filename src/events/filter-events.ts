import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";

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
