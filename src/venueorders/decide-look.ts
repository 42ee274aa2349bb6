import { FOLLOW_RULES } from "../../schemas/follow-rules.ts";
import type { VenueOrder, VenueOrderEnd, VenueOrderLook } from "../../schemas/venue-order.ts";

/** What one look decides. `isLate`: its operator is to be told now that it takes too long. */
export type LookDecision =
  | { kind: "waits"; nextLookMs: number; isAnswered: boolean; isLate: boolean }
  | { kind: "ended"; end: VenueOrderEnd };

/**
 * Only the venue's own word ends an order as anything but `unknown`. Without an answer for a day, or where the venue was to act at once and
 * has not for a week, it is unknown: never done and never dropped.
 */
export function decideLook(order: VenueOrder, look: VenueOrderLook, nowMs: number): LookDecision {
  const ageMs = nowMs - order.createdAt;
  if (look.kind === "ended") {
    const { kind: _, ...end } = look;
    return { kind: "ended", end: { ...end, reason: end.reason.slice(0, 400) } };
  }
  const isAnswered = look.kind === "waiting";
  if (!isAnswered && nowMs - (order.answeredAt ?? order.createdAt) >= FOLLOW_RULES.unansweredMs)
    return unknown("The venue's records could not be read for a day. What became of the order is not known.", nowMs);
  if (order.rests === undefined && ageMs >= FOLLOW_RULES.promptMs)
    return unknown("For a week the venue has not acted on it. It is not followed any longer.", nowMs);
  const isSlow = order.rests === undefined && ageMs >= FOLLOW_RULES.lateAfterMs;
  const isLate = order.isLate === undefined && (isSlow || (look.kind === "waiting" && look.isStuck === true));
  return { kind: "waits", nextLookMs: nowMs + delayOf(order.looks, ageMs), isAnswered, isLate };
}

/** `looks`: made before this one. */
function delayOf(looks: number, ageMs: number): number {
  const { lookAfterMs, restingAfterMs, restingLookAfterMs } = FOLLOW_RULES;
  if (ageMs >= restingAfterMs) return restingLookAfterMs;
  return lookAfterMs[Math.min(looks + 1, lookAfterMs.length - 1)] ?? restingLookAfterMs;
}

const unknown = (reason: string, atMs: number): LookDecision => ({
  kind: "ended",
  end: { status: "unknown", amounts: {}, reason, atMs },
});
