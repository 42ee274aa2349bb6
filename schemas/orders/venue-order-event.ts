import * as z from "zod";
import { everyChainId } from "../chains.ts";
import { unixMs } from "../primitives.ts";
import { venueOrderEnd, venueOrderFamily } from "./venue-order.ts";

/** End of an order at a venue that acts later. `success`: executed in full. */
export const venueOrderEvent = z.object({
  type: z.literal("venue_order"),
  orderId: z.string(),
  timestamp: unixMs,
  success: z.boolean(),
  family: venueOrderFamily,
  ordered: z.string(),
  chainId: everyChainId.optional(),
  ...venueOrderEnd.omit({ atMs: true }).shape,
});
export type VenueOrderEvent = z.infer<typeof venueOrderEvent>;
