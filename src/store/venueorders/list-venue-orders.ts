import * as z from "zod";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { luaVenueOrders } from "./lua-venue-orders.ts";
import { storedVenueOrder } from "./stored-venue-order.ts";

type Input = ReadCall & { vault: string };

/** A vault's orders at venues on every chain: those still followed, oldest first, then those that ended, newest first. */
export const listVenueOrders = defineScript({
  name: "list-venue-orders",
  effect: "read",
  uses: [luaVenueOrders],
  lua: `
local function views_of(ids)
  local views = {}
  for _, id in ipairs(ids) do views[#views + 1] = venue_order_view(id) end
  return views
end

local function main(input)
  return {
    open = views_of(call('SMEMBERS', K.venueOrdersOpen(input.vault))),
    ended = views_of(call('LRANGE', K.venueOrdersEnded(input.vault), 0, -1)),
  }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { vault }) => [keys.venueOrdersOpen(vault), keys.venueOrdersEnded(vault)],
  output: z
    .object({ open: luaArray(storedVenueOrder), ended: luaArray(storedVenueOrder) })
    .transform(({ open, ended }) => ({ open: open.toSorted((a, b) => a.createdAt - b.createdAt), ended })),
});
