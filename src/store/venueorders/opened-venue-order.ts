import { venueOrder } from "../../../schemas/venue-order.ts";

/** What is known of one when its attempt is closed, and never changes. */
export const openedVenueOrder = venueOrder.omit({
  hash: true,
  status: true,
  looks: true,
  nextLookMs: true,
  answeredAt: true,
  isLate: true,
  end: true,
});
