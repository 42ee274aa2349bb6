import * as z from "zod";
import { FOLLOW_RULES } from "../../../schemas/follow-rules.ts";
import { type VenueOrder, venueOrder, venueOrderEnd } from "../../../schemas/venue-order.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, storedJson } from "../kernel/stored-json.ts";

export const luaVenueOrders = `
-- Runs in the step that closes the attempt as confirmed, so that no crash loses it. A repeat
-- changes nothing.
local function open_venue_order(id, chain, vault, order, now)
  local key, next_look = K.venueOrder(id), int(now + ${FOLLOW_RULES.lookAfterMs[0]})
  if call('EXISTS', key) == 1 then return end
  call('HSET', key, 'json', order.json, 'status', 'waiting', 'hash', order.hash, 'looks', '0', 'nextLookMs', next_look, 'chain', chain, 'vault', vault)
  call('ZADD', K.venueOrdersDue(chain), next_look, id)
  call('SADD', K.venueOrdersOpen(vault), id)
end

local function venue_order_view(id)
  local fields = call('HMGET', K.venueOrder(id), 'json', 'status', 'hash', 'looks', 'nextLookMs', 'answeredAt', 'isLate', 'end')
  if not fields[1] then return nil end
  return {
    json = fields[1], status = fields[2], hash = fields[3], looks = tonumber(fields[4]), nextLookMs = tonumber(fields[5]),
    answeredAt = tonumber(fields[6] or nil), isLate = fields[7] and true or nil, ['end'] = fields[8] or nil,
  }
end

local function venue_orders_of(vault)
  local function views_of(ids)
    local views = {}
    for _, id in ipairs(ids) do views[#views + 1] = venue_order_view(id) end
    return views
  end
  return {
    open = views_of(call('SMEMBERS', K.venueOrdersOpen(vault))),
    ended = views_of(call('LRANGE', K.venueOrdersEnded(vault), 0, -1)),
  }
end
`;

const CHANGING = {
  hash: true,
  status: true,
  looks: true,
  nextLookMs: true,
  answeredAt: true,
  isLate: true,
} as const;

/** Known when the attempt is closed, and never changes. */
export const openedVenueOrder = venueOrder.omit({ ...CHANGING, end: true });

/** Reads `venue_order_view`: the order, and what became of it. */
export const storedVenueOrder = venueOrder
  .pick(CHANGING)
  .extend({ json: storedJson(openedVenueOrder), end: storedJson(venueOrderEnd).optional() })
  .transform(({ json, ...rest }): VenueOrder => venueOrder.parse({ ...json, ...rest }));

export const listedVenueOrders = z
  .object({ open: luaArray(storedVenueOrder), ended: luaArray(storedVenueOrder) })
  .transform(({ open, ended }) => ({
    open: open.toSorted((a, b) => a.createdAt - b.createdAt),
    ended,
  }));

/** All chains: followed ones, oldest first, then ended ones, newest first. */
export const listVenueOrders = defineScript({
  name: "list-venue-orders",
  effect: "read",
  uses: [luaVenueOrders],
  lua: `
local function main(input)
  return venue_orders_of(input.vault)
end`,
  encode: (input: ReadCall & { vault: string }) => input,
  declares: (keys, { vault }) => [keys.venueOrdersOpen(vault), keys.venueOrdersEnded(vault)],
  output: listedVenueOrders,
});
