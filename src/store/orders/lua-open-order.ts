/** How an order of any kind begins. Needs luaAudit and luaOrders. */
export const luaOpenOrder = `
-- Under the vault's next number, due from the next ms on; with a start not before it.
local function open_order(json, audit, now)
  local record = cjson.decode(json)
  local vault = record.vaultAddress
  local id = int(call('INCR', K.orderHighWater(vault)))
  local order = { vault = vault, id = id, record = record, v = 0 }
  write_order(order, '{"id":' .. id .. ',' .. string.sub(json, 2))
  enter_active(order)
  set_due(order, first_due_of(record, now))
  audit_append(record.chainId, vault, audit, now, id)
  return order
end
`;
