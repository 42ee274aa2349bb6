import * as z from "zod";
import { hexHash, unixMs } from "../../../schemas/primitives.ts";
import { type VenueOrder, venueOrder, venueOrderEnd, venueOrderStatus } from "../../../schemas/venue-order.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { openedVenueOrder } from "./opened-venue-order.ts";

/** `venue_order_view`: what was ordered, and beside it what became of it. */
export const storedVenueOrder = z
  .object({
    json: storedJson(openedVenueOrder),
    status: venueOrderStatus,
    hash: hexHash,
    looks: z.int(),
    nextLookMs: unixMs,
    answeredAt: unixMs.optional(),
    isLate: z.literal(true).optional(),
    end: storedJson(venueOrderEnd).optional(),
  })
  .transform(({ json, ...rest }): VenueOrder => venueOrder.parse({ ...json, ...rest }));
