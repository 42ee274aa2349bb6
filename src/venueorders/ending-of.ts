import type { NotificationOf } from "../../schemas/notification.ts";
import type { VenueOrder, VenueOrderEnd } from "../../schemas/venue-order.ts";
import { explorerTxUrl } from "../chain/explorer-tx-url.ts";
import type { VenueOrderEnding } from "../store/venueorders/settle-venue-order.ts";

type Ended = Parameters<typeof orderNoticeBase>[0];
type When = { nowMs: number; paired: boolean };

/** With its event and notification: an alarm unless all was executed. Its id is the order's, so the outbox has it once. */
export function endingOf(order: Ended, end: VenueOrderEnd, { nowMs, paired }: When): VenueOrderEnding {
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

type Known = Pick<VenueOrder, "id" | "vault" | "chainId" | "operator" | "family" | "summary" | "hash">;

/** `what` happens to it once, so the id is stable. */
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
