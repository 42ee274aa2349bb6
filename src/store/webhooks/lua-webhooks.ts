import { WEBHOOK_LIMITS } from "../../../schemas/notices/webhook-limits.ts";

export const luaWebhooks = `
-- nil: no endpoint ever. Only these scripts write the record; an unreadable one holds up no write
-- of money.
local function webhooks_of(operator)
  local text = get(K.webhooks(operator))
  if not text then return nil end
  local readable, hooks = pcall(cjson.decode, text)
  return readable and type(hooks) == 'table' and hooks or {}
end

local function webhooks_save(operator, hooks)
  if #hooks == 0 then call('DEL', K.webhooks(operator)) else call('SET', K.webhooks(operator), cjson.encode(hooks)) end
end

local function webhook_find(hooks, id)
  for place, hook in ipairs(hooks or {}) do
    if hook.id == id then return hook, place end
  end
end

local function webhook_name(operator, id) return string.lower(operator) .. '|' .. id end

-- Answers how many notifications it drops.
local function webhook_forget(operator, id)
  local waiting, name = call('LLEN', K.webhookQueue(id)), webhook_name(operator, id)
  call('DEL', K.webhookQueue(id), K.webhookItems(id))
  for _, index in ipairs({ K.webhookDue(), K.webhookRetry(), K.webhookOff() }) do call('ZREM', index, name) end
  return waiting
end

-- The same id again changes nothing. A waiting or leased endpoint keeps its time. True: the oldest
-- made room.
local function webhook_put(operator, id, item, due_ms)
  local items, queue, name = K.webhookItems(id), K.webhookQueue(id), webhook_name(operator, id)
  if call('HEXISTS', items, item.id) == 1 then return false end
  call('HSET', items, item.id, cjson.encode({ payload = item.payload, tries = 0 }))
  call('RPUSH', queue, item.id)
  if not call('ZSCORE', K.webhookDue(), name) and not call('ZSCORE', K.webhookRetry(), name) then
    call('ZADD', K.webhookDue(), int(due_ms), name)
  end
  if call('LLEN', queue) <= ${WEBHOOK_LIMITS.maxWaiting} then return false end
  call('HDEL', items, call('LPOP', queue))
  return true
end

local function webhooks_put(operator, hooks, item)
  local is_over = false
  for _, hook in ipairs(hooks) do
    if not hook.offAt and webhook_put(operator, hook.id, item, item.dueMs) then
      hook.dropped, is_over = (hook.dropped or 0) + 1, true
    end
  end
  if is_over then webhooks_save(operator, hooks) end
end

local function webhook_view(hook)
  return { id = hook.id, url = hook.url, createdAt = hook.createdAt, dropped = hook.dropped or 0, lastSuccessAt = hook.lastSuccessAt,
    lastFailure = hook.lastFailure, failingSince = hook.failingSince, offAt = hook.offAt, waiting = call('LLEN', K.webhookQueue(hook.id)) }
end
`;

export const luaWebhookNotices = `
-- To the operator's chats and active endpoints.
local function tell_webhook(operator, hook, change, now, reason)
  if not has_channel(operator) then return end
  local id = 'webhook:' .. hook.id .. ':' .. change .. ':' .. int(now)
  local notice = { kind = 'webhook_changed', id = id, operator = operator, createdAt = now, webhookId = hook.id, url = hook.url, change = change, reason = reason }
  outbox_add({ id = id, operator = operator, dueMs = now - 1, payload = cjson.encode(notice) })
end
`;
