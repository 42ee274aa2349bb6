import { KEY_TABLE } from "../key-table.ts";

/**
 * Notifications not yet delivered, one queue per operator. `outboxDue` knows operators, not notifications: an operator
 * whose channel fails costs one entry, and its own order is kept. What is dropped is counted by reason, never silent.
 */
export const luaOutbox = `
local MAX_OUTBOX_OF_OPERATOR = 200

local function outbox_forget(id)
  call('HDEL', K.outbox(), id)
  call('HDEL', K.outboxTries(), id)
end

local function outbox_count_dropped(reason, count)
  if count > 0 then call('HINCRBY', K.outboxDropped(), reason, count) end
end

-- Leaves the outbox; false when it had left already.
local function outbox_remove(id)
  local text = hget(K.outbox(), id)
  if not text then return false end
  call('LREM', K.outboxOf(cjson.decode(text).operator), 1, id)
  outbox_forget(id)
  return true
end

-- The same id again changes nothing. A queue that waits or is leased keeps its time. Above the cap the oldest go, never the newest.
local function outbox_add(item)
  if call('HEXISTS', K.outbox(), item.id) == 1 then return end
  local operator = string.lower(item.operator)
  call('HSET', K.outbox(), item.id, cjson.encode({ operator = operator, payload = item.payload, chatId = item.chatId }))
  if not call('ZSCORE', K.outboxDue(), operator) then call('ZADD', K.outboxDue(), int(item.dueMs), operator) end
  local queue = K.outboxOf(operator)
  call('RPUSH', queue, item.id)
  if call('LLEN', queue) > MAX_OUTBOX_OF_OPERATOR then
    outbox_forget(call('LPOP', queue))
    outbox_count_dropped('overflow', 1)
  end
end

-- Nothing is sent to this chat up to and including \`until_ms\`.
local function outbox_hold_chat(chat_id, until_ms) call('SET', K.outboxChat(chat_id), int(until_ms), 'EX', ${KEY_TABLE.outboxChat.ttlSec}) end
`;
