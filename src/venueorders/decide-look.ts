import { FOLLOW_RULES } from "../../schemas/follow-rules.ts";
import type { NotificationOf } from "../../schemas/notification.ts";
import type { VenueOrder, VenueOrderEnd, VenueOrderLook } from "../../schemas/venue-order.ts";
import { explorerTxUrl } from "../chain/without-links.ts";
import type { VenueOrderEnding } from "../store/venueorders/settle-venue-order.ts";

/** `isLate`: the operator is told now. */
type LookDecision =
  | { kind: "waits"; nextLookMs: number; isAnswered: boolean; isLate: boolean }
  | { kind: "ended"; end: VenueOrderEnd };

/**
 * Only the venue's word ends an order as done or dropped. Without an answer for a day, or an action
 * for a week where it was due at once, it ends as unknown.
 */
export function decideLook(order: VenueOrder, look: VenueOrderLook, nowMs: number): LookDecision {
  const ageMs = nowMs - order.createdAt;
  if (look.kind === "ended") {
    const { kind: _, ...end } = look;
    return { kind: "ended", end: { ...end, reason: end.reason.slice(0, 400) } };
  }
  const isAnswered = look.kind === "waiting";
  if (!isAnswered && nowMs - (order.answeredAt ?? order.createdAt) >= FOLLOW_RULES.unansweredMs)
    return unknown(
      "The venue's records could not be read for a day. What became of the order is not known.",
      nowMs,
    );
  if (order.rests === undefined && ageMs >= FOLLOW_RULES.promptMs)
    return unknown(
      "For a week the venue has not acted on it. It is not followed any longer.",
      nowMs,
    );
  const isSlow = order.rests === undefined && ageMs >= FOLLOW_RULES.lateAfterMs;
  const isLate =
    order.isLate === undefined && (isSlow || (look.kind === "waiting" && look.isStuck === true));
  return { kind: "waits", nextLookMs: nowMs + delayOf(order.looks, ageMs), isAnswered, isLate };
}

function delayOf(looks: number, ageMs: number): number {
  const { lookAfterMs, restingAfterMs, restingLookAfterMs } = FOLLOW_RULES;
  if (ageMs >= restingAfterMs) return restingLookAfterMs;
  return lookAfterMs[Math.min(looks + 1, lookAfterMs.length - 1)] ?? restingLookAfterMs;
}

const unknown = (reason: string, atMs: number): LookDecision => ({
  kind: "ended",
  end: { status: "unknown", amounts: {}, reason, atMs },
});

type Ended = Parameters<typeof orderNoticeBase>[0];
type When = { nowMs: number; paired: boolean };

/** The end's event and notification; its id is the order's, so it is told once. */
export function endingOf(
  order: Ended,
  end: VenueOrderEnd,
  { nowMs, paired }: When,
): VenueOrderEnding {
  const { status, amounts, reason } = end;
  const base = orderNoticeBase(order, "end", nowMs);
  const payload: NotificationOf<"venue_order_executed" | "venue_order_ended"> =
    status === "executed"
      ? { kind: "venue_order_executed", ...base, amounts, reason }
      : { kind: "venue_order_ended", ...base, status, amounts, reason };
  return {
    end,
    event: {
      type: "venue_order",
      orderId: order.id,
      timestamp: nowMs,
      success: status === "executed",
      family: order.family,
      ordered: order.summary,
      chainId: order.chainId,
      status,
      amounts,
      reason,
    },
    notice: paired ? { id: payload.id, operator: order.operator, dueMs: nowMs, payload } : null,
  };
}

type Known = Pick<
  VenueOrder,
  "id" | "vault" | "chainId" | "operator" | "family" | "summary" | "hash"
>;

/** Each `what` happens once, so the id is stable. */
export const orderNoticeBase = (
  { id, vault, chainId, operator, family, summary, hash }: Known,
  what: "end" | "late",
  nowMs: number,
) => ({
  id: `venue_order:${id}:${what}`,
  vault,
  chainId,
  operator,
  createdAt: nowMs,
  family,
  ordered: summary,
  hash,
  explorerUrl: explorerTxUrl(chainId, hash),
});
