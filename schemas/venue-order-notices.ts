import * as z from "zod";
import { addressed } from "./addressed.ts";
import { hexHash } from "./primitives.ts";
import { venueOrderEnd, venueOrderFamily } from "./venue-order.ts";

/** An order at a venue that acts after the transaction; `ordered` is the request in one line. */
const ofVenueOrder = {
  ...addressed,
  family: venueOrderFamily,
  ordered: z.string().max(200),
  hash: hexHash,
  explorerUrl: z.string(),
};
const howItEnded = venueOrderEnd.omit({ status: true, atMs: true }).shape;

/** All of it, by the venue's own records. */
const venueOrderExecuted = z.object({
  kind: z.literal("venue_order_executed"),
  ...ofVenueOrder,
  ...howItEnded,
});

/** Otherwise than ordered, or nobody knows how. */
const venueOrderEnded = z.object({
  kind: z.literal("venue_order_ended"),
  ...ofVenueOrder,
  status: venueOrderEnd.shape.status.exclude(["executed"]),
  ...howItEnded,
});

/** The venue has not acted for a while, although it should have at once. Sent once. */
const venueOrderLate = z.object({ kind: z.literal("venue_order_late"), ...ofVenueOrder });

/** Notifications of orders at venues that act later. */
export const VENUE_ORDER_NOTICES = [venueOrderExecuted, venueOrderEnded, venueOrderLate] as const;
