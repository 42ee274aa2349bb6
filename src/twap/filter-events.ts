import { ORDER_LIMITS } from "../../schemas/order-limits.ts";

/**
 * The events a poller gets, oldest first: newer than `sinceMs`, at most 24 hours old by their own timestamps, the newest
 * 20 (spec, "Strategy events"; decision 48). `events` may be in any order.
 */
export function filterEvents<E extends { timestamp: number }>(
  events: readonly E[],
  sinceMs: number,
  nowMs: number,
): E[] {
  const oldestMs = nowMs - ORDER_LIMITS.eventRetentionMs;
  return events
    .filter((event) => event.timestamp > sinceMs && event.timestamp >= oldestMs)
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .slice(-ORDER_LIMITS.maxEvents);
}
