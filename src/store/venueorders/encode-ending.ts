import type { VenueOrderEnd } from "../../../schemas/venue-order.ts";
import type { VenueOrderEvent } from "../../../schemas/venue-order-event.ts";
import { auditText } from "../audit/audit-text.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";

/** `notice`: null for an operator without a channel. */
export type VenueOrderEnding = { end: VenueOrderEnd; event: VenueOrderEvent; notice: NewOutboxItem | null };

/** As `end_venue_order` takes it. */
export const encodeEnding = (attempt: string, { end, event, notice }: VenueOrderEnding) => ({
  status: end.status,
  json: JSON.stringify(end),
  audit: auditText({
    kind: "venue_order_ended",
    attempt,
    family: event.family,
    status: end.status,
    amounts: end.amounts,
    reason: end.reason,
  }),
  event: JSON.stringify(event),
  // Inside an object a script sees null as something.
  notice: notice === null ? undefined : encodeOutboxItem(notice),
});
