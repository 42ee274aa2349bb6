/** By hand. Needs luaAudit, luaOrders, luaAttempts, luaOrderView and luaOrderChanges. */
export const luaPause = `
local function pause_order(order, now, input)
  local before = order.record.status
  local changed = before == 'active' or before == 'pending_confirmation'
  if changed then
    order.record.status = 'paused'
    drop_lease(order)
    write_order(order)
    local ends = not order.attempt and order.record.expiresAt
    set_due(order, ends and ends - 1 or nil)
    audit_append(order.record.chainId, order.vault, input.audit, now, order.id)
    tell_change(order, now, { kind = 'order_paused', by = input.by })
  end
  local view = order_view(order)
  view.changed, view.statusBefore = changed, before
  return view
end
`;
