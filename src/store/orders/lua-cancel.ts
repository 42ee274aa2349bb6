/** How an order of any kind is cancelled. Needs luaAudit, luaOrders, luaAttempts, luaOrderView and luaOrderChanges. */
export const luaCancel = `
-- By its number: an auto-paused one can still be cancelled. nil for what is closed, of another kind, or on another chain and another's.
local function open_order_of(input)
  local order = load_order(input.vault, int(input.id))
  if not order or kind_of(order.record) ~= input.kind then return nil end
  local is_own = input.reachesOwn and order.record.operatorAddress == input.by
  if not is_own and not is_one_of(input.chainIds, order.record.chainId) then return nil end
  return (order.record.active or order.record.status == 'auto_paused') and order or nil
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
