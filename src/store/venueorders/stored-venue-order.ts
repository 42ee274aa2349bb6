import * as z from "zod";
import { hexHash, unixMs } from "../../../schemas/primitives.ts";
import { type VenueOrder, venueOrder, venueOrderEnd, venueOrderStatus } from "../../../schemas/venue-order.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, storedJson } from "../kernel/stored-json.ts";
import { luaVenueOrders } from "./lua-venue-orders.ts";

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

/** `venue_orders_of` of lua-venue-orders.ts, in the same order. */
export const listedVenueOrders = z
  .object({ open: luaArray(storedVenueOrder), ended: luaArray(storedVenueOrder) })
  .transform(({ open, ended }) => ({ open: open.toSorted((a, b) => a.createdAt - b.createdAt), ended }));

type Input = ReadCall & { vault: string };

/** On every chain: those still followed, oldest first, then those that ended, newest first. */
export const listVenueOrders = defineScript({
  name: "list-venue-orders",
  effect: "read",
  uses: [luaVenueOrders],
  lua: `
local function main(input)
  return venue_orders_of(input.vault)
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { vault }) => [keys.venueOrdersOpen(vault), keys.venueOrdersEnded(vault)],
  output: listedVenueOrders,
});
