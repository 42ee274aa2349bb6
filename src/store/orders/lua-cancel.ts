/** Of any kind. Needs luaAudit, luaOrders, luaAttempts, luaOrderView and luaOrderChanges. */
export const luaCancel = `
-- By its number: an auto-paused one can still be cancelled. nil for what is closed, of another kind, or on another chain and another's.
local function open_order_of(input)
  local readable, order = pcall(load_order, input.vault, int(input.id))
  if not readable or not order or kind_of(order.record) ~= input.kind then return nil end
  local is_own = input.reachesOwn and order.record.operatorAddress == input.by
  if not is_own and not is_one_of(input.chainIds, order.record.chainId) then return nil end
  return (order.record.active or order.record.status == 'auto_paused') and order or nil
end

local function operator_in(json)
  local readable, record = pcall(cjson.decode, json)
  if not readable or type(record) ~= 'table' or type(record.operatorAddress) ~= 'string' then return nil end
  return record.operatorAddress
end

-- Whether a damaged record stood on one of these chains under this number, whatever it was, or one of none of the \`kinds\`: it leaves every
-- index, and goes itself unless the end of its attempt is still to come. \`by\`: the caller, whose it is if its text does not say.
local function drop_damaged(input, now)
  local id, member = int(input.id), order_member(input.vault, int(input.id))
  local readable, order = pcall(load_order, input.vault, id)
  if readable and (not order or is_one_of(input.kinds, kind_of(order.record))) then return false end
  local fields = call('HMGET', K.order(input.vault, id), 'json', 'attempt')
  local operators = { input.by, operator_in(fields[1]) }
  for _, chain in ipairs(input.chainIds) do
    if is_one_of(call('SMEMBERS', K.activeOrders(input.vault, chain)), id) then
      call('SREM', K.activeOrders(input.vault, chain), id)
      for _, one in ipairs(operators) do
        leave_operator(one, member, input.kinds)
        put_due(chain, one, member, nil)
        settle_turn(chain, one)
      end
      if fields[2] then
        call('LPUSH', K.closedOrders(input.vault), id)
      else
        call('DEL', K.order(input.vault, id), K.slices(input.vault, id), K.orderChanges(input.vault, id))
      end
      audit_append(chain, input.vault, input.auditDamaged, now, id)
      return true
    end
  end
  return false
end

-- \`by\`: the operator. Of one that has no slices it is told by its own answer.
local function cancel_order(order, now, entry, by)
  local before = order.record.status
  order.record.active, order.record.status, order.record.completedAt = false, 'cancelled', now
  drop_lease(order)
  write_order(order)
  enter_closed(order)
  audit_append(order.record.chainId, order.vault, entry, now, order.id)
  if has_slices(order.record) then tell_change(order, now, { kind = 'order_cancelled', by = by }) end
  local view = order_view(order)
  view.statusBefore = before
  return view
end
`;
