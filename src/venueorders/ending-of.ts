import type { NotificationOf } from "../../schemas/notification.ts";
import type { VenueOrderEnd } from "../../schemas/venue-order.ts";
import type { VenueOrderEnding } from "../store/venueorders/encode-ending.ts";
import { orderNoticeBase } from "./order-notice-base.ts";

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
