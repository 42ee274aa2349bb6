/** Notifications not yet delivered. An operator's unread ones are capped: the oldest are dropped, never the newest. */
export const luaOutbox = `
local MAX_OUTBOX_OF_OPERATOR = 200

local function outbox_remove(id)
  call('HDEL', K.outbox(), id)
  call('HDEL', K.outboxTries(), id)
  call('ZREM', K.outboxDue(), id)
end

-- The same id again changes nothing.
local function outbox_add(item)
  if call('HEXISTS', K.outbox(), item.id) == 1 then return end
  call('HSET', K.outbox(), item.id, cjson.encode({ operator = item.operator, payload = item.payload }))
  call('ZADD', K.outboxDue(), int(item.dueMs), item.id)
  local list = K.outboxOf(item.operator)
  call('RPUSH', list, item.id)
  if call('LLEN', list) > MAX_OUTBOX_OF_OPERATOR then outbox_remove(call('LPOP', list)) end
end
`;
