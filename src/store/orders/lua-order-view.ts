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

-- A damaged record stops no other. With a chain: its orders alone, \`most\` at once.
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
