import { NOTIFIED_LATER } from "../../../schemas/notified-later.ts";
import { luaWebhooks } from "../webhooks/lua-webhooks.ts";
import { OUTBOX_KEYS } from "./outbox-keys.ts";

/**
 * Notifications not yet delivered, two queues per operator: what is delivered first (alarms, answers), and the course
 * of its orders. Two indexes know operators, not notifications: an operator whose channel fails costs one entry, and the order of
 * its notifications is kept. Neither queue takes a place of the other. What is dropped is counted by reason, never silent.
 * What is put here is put for the operator's webhooks too.
 */
export const luaOutbox = `${luaWebhooks}
local NOTIFIED_LATER = { order_card = true, ${NOTIFIED_LATER.map((kind) => `${kind} = true`).join(", ")} }
local MAX_LATER_OF_OPERATOR = 200
-- Only what a channel that is down for hours holds up: 30 orders have failed and paused four times over by then.
local MAX_FIRST_OF_OPERATOR = 500
-- An operation can be requested again, and is over after minutes; an answer belongs to a passing request.
local MAKES_ROOM = { operation_waiting = true, chat_reply = true, slice_executed = true, manual_slice = true, order_completed = true, nav_sync_sent = true, venue_order_executed = true }
local MAKES_ROOM_LATER = { order_card = true, slice_executed = true, manual_slice = true, nav_sync_sent = true, venue_order_executed = true }

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
  local operator = cjson.decode(text).operator
  if call('LREM', K.outboxOf(operator), 1, id) == 0 then call('LREM', K.outboxLaterOf(operator), 1, id) end
  outbox_forget(id)
  return true
end

-- Written by a version before this one, it has its kind in its payload alone.
local function outbox_kind(id)
  local readable, item = pcall(cjson.decode, hget(K.outbox(), id) or '')
  if not readable or type(item) ~= 'table' then return nil end
  if item.kind then return item.kind end
  local known, payload = pcall(cjson.decode, item.payload or '')
  return known and type(payload) == 'table' and payload.kind or nil
end

-- The oldest of those that make room goes, where there is none the oldest.
local function outbox_make_room(queue, most, makes_room)
  if call('LLEN', queue) <= most then return end
  local ids = call('LRANGE', queue, 0, -1)
  local goes = ids[1]
  for _, id in ipairs(ids) do
    if makes_room[outbox_kind(id) or ''] then
      goes = id
      break
    end
  end
  call('LREM', queue, 1, goes)
  outbox_forget(goes)
  outbox_count_dropped('overflow', 1)
end

-- The same id again changes nothing. A queue that waits or is leased keeps its time. Who has webhooks and no chat has no queue here.
local function outbox_add(item)
  if call('HEXISTS', K.outbox(), item.id) == 1 then return end
  local operator = string.lower(item.operator)
  local hooks = webhooks_of(operator)
  if hooks then
    webhooks_put(operator, hooks, item)
    if call('EXISTS', K.pairing(operator)) == 0 then return end
  end
  call('HSET', K.outbox(), item.id, cjson.encode({ operator = operator, payload = item.payload, chatId = item.chatId, kind = item.kind }))
  local is_later = NOTIFIED_LATER[item.kind or '']
  local index = is_later and K.outboxLater() or K.outboxDue()
  if not call('ZSCORE', index, operator) then call('ZADD', index, int(item.dueMs), operator) end
  local queue = is_later and K.outboxLaterOf(operator) or K.outboxOf(operator)
  call('RPUSH', queue, item.id)
  if is_later then outbox_make_room(queue, MAX_LATER_OF_OPERATOR, MAKES_ROOM_LATER)
  else outbox_make_room(queue, MAX_FIRST_OF_OPERATOR, MAKES_ROOM) end
end

-- Nothing is sent to this chat up to and including \`until_ms\`.
local function outbox_hold_chat(chat_id, until_ms) call('SET', K.outboxChat(chat_id), int(until_ms), 'EX', ${OUTBOX_KEYS.outboxChat.ttlSec}) end

-- Up to when the channel's messages are given away.
local function outbox_given_until(now) return math.max(tonumber(get(K.outboxPace()) or 0), now) end
local function outbox_give_until(until_ms) call('SET', K.outboxPace(), int(until_ms), 'EX', ${OUTBOX_KEYS.outboxPace.ttlSec}) end
`;
