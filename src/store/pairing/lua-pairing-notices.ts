/** What is told of a pairing itself. Needs luaOutbox and luaEvents. */
export const luaPairingNotices = `
-- To every channel but the one that it is about, to the endpoints that are on, and as an event of the vault that it was signed for.
local function tell_pairing(id, operator, channel, change, of, now)
  local notice = { kind = 'pairing_changed', id = id, operator = operator, createdAt = now, vault = of.vault, chainId = of.chainId, channel = channel, change = change }
  local item = { id = id, dueMs = now - 1, payload = cjson.encode(notice) }
  local hooks = webhooks_of(operator)
  if hooks then webhooks_put(operator, hooks, item) end
  for _, other in ipairs(channels_of(operator)) do
    if other ~= channel then outbox_put(other, operator, item) end
  end
  push_vault_event(of.vault, { type = 'pairing', chainId = of.chainId, channel = channel, paired = change == 'paired' }, now)
end
`;
