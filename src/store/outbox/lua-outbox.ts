import { NOTICE_WAYS } from "../../../schemas/notices/notice-ways.ts";
import { luaWebhooks } from "../webhooks/lua-webhooks.ts";
import { OUTBOX_KEYS } from "./outbox-keys.ts";

/**
 * Each channel and operator has two queues: alarms and answers, and the course of orders; neither
 * takes the other's places. A channel's two indexes hold operators, so a failing chat costs one
 * entry. Every notification also goes to the operator's webhooks.
 */
export const luaOutbox = `${luaWebhooks}
local MAX_LATER_OF_OPERATOR = 200
-- Only an outage of hours fills this: 30 orders have failed and paused four times over by then.
local MAX_FIRST_OF_OPERATOR = 500

local function channels_of(operator)
  local found = {}
  for channel in string.gmatch(get(K.channels(operator)) or '', '[^,]+') do found[#found + 1] = channel end
  return found
end

local function outbox_forget(channel, id)
  call('HDEL', K.outbox(channel), id)
  call('HDEL', K.outboxTries(channel), id)
end

local function outbox_count_dropped(reason, count)
  if count > 0 then call('HINCRBY', K.outboxDropped(), reason, count) end
end

local function outbox_remove(channel, id)
  local text = hget(K.outbox(channel), id)
  if not text then return false end
  local operator = cjson.decode(text).operator
  if call('LREM', K.outboxOf(channel, operator), 1, id) == 0 then call('LREM', K.outboxLaterOf(channel, operator), 1, id) end
  outbox_forget(channel, id)
  return true
end

local function outbox_makes_room(channel, id)
  local readable, item = pcall(cjson.decode, hget(K.outbox(channel), id) or '')
  return readable and type(item) == 'table' and item.makesRoom
end

-- Drops the oldest that makes room, otherwise the oldest.
local function outbox_make_room(channel, queue, most)
  if call('LLEN', queue) <= most then return end
  local ids = call('LRANGE', queue, 0, -1)
  local goes = ids[1]
  for _, id in ipairs(ids) do
    if outbox_makes_room(channel, id) then
      goes = id
      break
    end
  end
  call('LREM', queue, 1, goes)
  outbox_forget(channel, goes)
  outbox_count_dropped('overflow', 1)
end

-- The same id again changes nothing. A waiting or leased queue keeps its time.
local function outbox_put(channel, operator, item)
  if call('HEXISTS', K.outbox(channel), item.id) == 1 then return end
  local way = item.way or {}
  call('HSET', K.outbox(channel), item.id, cjson.encode({ operator = operator, payload = item.payload, chatId = item.to and item.to.chatId,
    later = way.later, makesRoom = way.makesRoom, card = way.card }))
  local index = way.later and K.outboxLater(channel) or K.outboxDue(channel)
  if not call('ZSCORE', index, operator) then call('ZADD', index, int(item.dueMs), operator) end
  local queue = way.later and K.outboxLaterOf(channel, operator) or K.outboxOf(channel, operator)
  call('RPUSH', queue, item.id)
  outbox_make_room(channel, queue, way.later and MAX_LATER_OF_OPERATOR or MAX_FIRST_OF_OPERATOR)
end

-- To one chat, or to all channels and webhooks of the operator. An id that waits in one channel is
-- new to none.
local function outbox_add(item)
  local operator = string.lower(item.operator)
  if item.to then return outbox_put(item.to.channel, operator, item) end
  local hooks, channels = webhooks_of(operator), channels_of(operator)
  for _, channel in ipairs(channels) do
    if call('HEXISTS', K.outbox(channel), item.id) == 1 then return end
  end
  if hooks then webhooks_put(operator, hooks, item) elseif #channels == 0 then outbox_count_dropped('unpaired', 1) end
  for _, channel in ipairs(channels) do outbox_put(channel, operator, item) end
end

-- Nothing is sent to this chat up to and including \`until_ms\`.
local function outbox_hold_chat(channel, chat_id, until_ms)
  call('SET', K.outboxChat(channel, chat_id), int(until_ms), 'EX', ${OUTBOX_KEYS.outboxChat.ttlSec})
end

local function outbox_given_until(channel, now) return math.max(tonumber(get(K.outboxPace(channel)) or 0), now) end
local function outbox_give_until(channel, until_ms) call('SET', K.outboxPace(channel), int(until_ms), 'EX', ${OUTBOX_KEYS.outboxPace.ttlSec}) end
`;

export const luaChannels = `
local function has_channel(operator) return call('EXISTS', K.channels(operator), K.webhooks(operator)) > 0 end
`;

/**
 * Lua of a way, for scripts that write notifications themselves.
 * @example luaWay("order_paused") // "{ later = true, card = 'changes' }"
 */
export const luaWay = (kind: keyof typeof NOTICE_WAYS): string =>
  `{ ${Object.entries(NOTICE_WAYS[kind])
    .map(([name, value]) => `${name} = ${value === true ? "true" : `'${value}'`}`)
    .join(", ")} }`;
