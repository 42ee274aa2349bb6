/** Needs luaOutbox and luaChannels. */
export const luaWebhookNotices = `
-- To every channel that the operator has: the chat, and the endpoints that are on.
local function tell_webhook(operator, hook, change, now, reason)
  if not has_channel(operator) then return end
  local id = 'webhook:' .. hook.id .. ':' .. change .. ':' .. int(now)
  local notice = { kind = 'webhook_changed', id = id, operator = operator, createdAt = now, webhookId = hook.id, url = hook.url, change = change, reason = reason }
  outbox_add({ id = id, operator = operator, dueMs = now - 1, payload = cjson.encode(notice) })
end
`;
