import * as z from "zod";
import { addressed } from "./addressed.ts";
import { hexHash } from "./primitives.ts";
import { venueOrderEnd, venueOrderFamily } from "./venue-order.ts";

/** Of an order at a venue that acts after the transaction; `ordered` is what was asked for, in one line. */
const ofVenueOrder = {
  ...addressed,
  family: venueOrderFamily,
  ordered: z.string().max(200),
  hash: hexHash,
  explorerUrl: z.string(),
};
const howItEnded = venueOrderEnd.omit({ status: true, atMs: true }).shape;

/** All of it, by the venue's own records. */
const venueOrderExecuted = z.object({ kind: z.literal("venue_order_executed"), ...ofVenueOrder, ...howItEnded });

/** Otherwise than ordered, or nobody knows how. */
const venueOrderEnded = z.object({
  kind: z.literal("venue_order_ended"),
  ...ofVenueOrder,
  status: venueOrderEnd.shape.status.exclude(["executed"]),
  ...howItEnded,
});

/** What the venue was to do at once, it has not done for a while. Sent once. */
const venueOrderLate = z.object({ kind: z.literal("venue_order_late"), ...ofVenueOrder });

/** What becomes of orders at venues that act later. */
export const VENUE_ORDER_NOTICES = [venueOrderExecuted, venueOrderEnded, venueOrderLate] as const;
