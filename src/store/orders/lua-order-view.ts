import { orderChangeKind } from "../../../schemas/order-change-kind.ts";
import { luaWay } from "../outbox/lua-outbox.ts";

/** As storedOrder (stored-order.ts) reads it. Needs luaOrders and luaAttempts. */
export const luaOrderView = `
local function order_view(order)
  return { order = order.json, version = order.v, openAttempt = order.attempt and attempt_view(order.attempt) or nil }
end

local function active_ids(vault, chains)
  local ids = {}
  for _, chain in ipairs(chains) do
    for _, id in ipairs(call('SMEMBERS', K.activeOrders(vault, chain))) do ids[#ids + 1] = id end
  end
  return ids
end

-- In the order of the ids. A damaged record stops nothing but itself. With a chain: of that one alone, and most at once.
local function order_views(vault, ids, chain, most)
  local orders, unreadable, count, last = {}, {}, 0, nil
  for _, id in ipairs(ids) do
    if most and count == most then break end
    local readable, order = pcall(load_order, vault, id)
    last = id
    if not readable then
      unreadable[#unreadable + 1] = id
    elseif order and (not chain or order.record.chainId == chain) then
      count = count + 1
      orders[#orders + 1] = { name = id, value = order_view(order) }
    end
  end
  return { orders = orders, unreadable = unreadable, last = last }
end

-- Of one chain, the newest first, below the number of the last one of the page before.
local function orders_page(vault, chain, page)
  local ids = active_ids(vault, { chain })
  if not page.isOpen then
    for _, id in ipairs(call('LRANGE', K.closedOrders(vault), 0, -1)) do ids[#ids + 1] = id end
  end
  table.sort(ids, function(a, b) return tonumber(a) > tonumber(b) end)
  local below = {}
  for _, id in ipairs(ids) do
    if not page.cursor or tonumber(id) < page.cursor then below[#below + 1] = id end
  end
  local views = order_views(vault, below, chain, page.limit)
  if #below > 0 and views.last ~= below[#below] then views.nextCursor = tonumber(views.last) end
  return views
end
`;

/**
 * Between the slices of an order that has some (schemas/order-change.ts): kept with the order, among the vault's events and on the
 * operator's channels, all from one table. Needs luaOrders, luaSlices, luaEvents, luaOutbox and luaChannels.
 */
export const luaOrderChanges = `
-- The newest; an order that was paused and resumed more often still has its audit log.
local MAX_CHANGES = 50
local CHANGE_WAYS = { ${orderChangeKind.options.map((kind) => `${kind} = ${luaWay(kind)}`).join(", ")} }

-- A change has its kind, and what else schemas/order-change.ts names; the rest comes from the order, which is written by now.
local function keep_change(order, now, change)
  local record = order.record
  local behind = slices_behind(record)
  change.orderId, change.chainId, change.timestamp, change.version = tonumber(order.id), record.chainId, now, order.v
  change.totalSlices, change.progress = record.sliceCount, int(behind) .. '/' .. int(record.sliceCount)
  change.sliceNumber = change.sliceNumber or math.min(behind + 1, record.sliceCount)
  local key = K.orderChanges(order.vault, order.id)
  call('LPUSH', key, cjson.encode(change))
  call('LTRIM', key, 0, MAX_CHANGES - 1)
end

local function tell_event(order, now, change)
  keep_change(order, now, change)
  change.type, change.of = 'order_change', order.record.kind
  push_event(order.vault, cjson.encode(change))
  change.type, change.of = nil, nil
end

local function tell_change(order, now, change)
  tell_event(order, now, change)
  local operator = order.record.operatorAddress
  if not has_channel(operator) then return end
  change.vault, change.operator, change.createdAt = order.vault, operator, now
  change.id = kind_of(order.record) .. ':' .. order.vault .. ':' .. order.id .. ':v' .. int(order.v) .. ':' .. change.kind
  -- A warning leaves its order's version as it is: the next one is another all the same.
  if change.shortages then change.id = change.id .. ':' .. int(now) end
  outbox_add({ id = change.id, operator = operator, dueMs = now, way = CHANGE_WAYS[change.kind], payload = cjson.encode(change) })
end
`;
