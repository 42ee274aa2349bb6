import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, orNull } from "../kernel/stored-json.ts";
import { luaPairing } from "../pairing/lua-pairing.ts";
import { luaOutbox } from "./lua-outbox.ts";
import { outboxItem } from "./outbox-item.ts";
import { OUTBOX_KEYS } from "./outbox-keys.ts";

type Input = WriteCall & {
  channel: string;
  most: { first: number; later: number };
  limit: number;
  leaseMs: number;
  /** `atOnce` after a rest. */
  pace: { everyMs: number; atOnce: number };
  operator?: string;
};

const takenChat = z.object({
  chatId: z.string(),
  operators: z.array(z.string()),
  /** First ones, then the course of orders, each oldest first. */
  items: z.array(outboxItem),
  /** Orders told of, or whose card is to be looked at. */
  cards: luaArray(
    z.object({
      vault: z.string(),
      orderId: z.int(),
      card: orNull(z.string()),
      order: orNull(z.string()),
    }),
  ),
});
export type TakenChat = z.infer<typeof takenChat>;

/**
 * Leases due queues by chat until `leaseUntilMs`, so that pace and order hold. Alarms come first,
 * then partly served operators, then the course of orders, each by longest wait; all takers share
 * the channel's pace. Up to `most` an operator, about 256 kB in all. An unpaired operator's queues
 * are dropped (decision D37).
 */
export const takeOutbox = defineScript({
  name: "take-outbox",
  uses: [luaOutbox, luaPairing],
  lua: `
local MAX_CHARS = 262144
local CHANNEL
-- An operator due this soon is worth waiting for: its chat is between two messages.
local SOON_MS = 4000

local function reason_to_drop(readable, item, chat_id)
  if not readable then return 'unreadable' end
  if item.chatId and item.chatId ~= chat_id then return 'unpaired' end
end

local function read_queue(queue, most, operator, chat_id, items, chars)
  for _, id in ipairs(call('LRANGE', queue, 0, most - 1)) do
    if chars > MAX_CHARS / 4 then break end
    local text = hget(K.outbox(CHANNEL), id)
    local readable, item = pcall(cjson.decode, text or '')
    local reason = reason_to_drop(readable, item, chat_id)
    if reason then
      call('LREM', queue, 1, id)
      outbox_forget(CHANNEL, id)
      outbox_count_dropped(reason, 1)
    else
      items[#items + 1] = { id = id, operator = operator, payload = item.payload, later = item.later, card = item.card,
        tries = tonumber(hget(K.outboxTries(CHANNEL), id) or 0) }
      chars = chars + #text
    end
  end
  return chars
end

local function add_card(cards, seen, item)
  local readable, payload = pcall(cjson.decode, (item.card == 'tells' or item.card == 'looks') and item.payload or '')
  if not readable or type(payload) ~= 'table' or type(payload.vault) ~= 'string' or type(payload.orderId) ~= 'number' then return end
  local vault, id = string.lower(payload.vault), int(payload.orderId)
  if seen[vault .. ':' .. id] then return end
  seen[vault .. ':' .. id] = true
  cards[#cards + 1] = { vault = vault, orderId = payload.orderId, card = get(K.orderCard(CHANNEL, vault, id)), order = hget(K.order(vault, id), 'json') }
end

local INDEXES

local function move(operator, at)
  for _, index in ipairs(INDEXES) do
    if call('ZSCORE', index, operator) then call('ZADD', index, int(at), operator) end
  end
end

local function leave_empty(operator)
  if call('LLEN', K.outboxLaterOf(CHANNEL, operator)) > 0 then return end
  call('ZREM', INDEXES[2], operator)
  if call('LLEN', K.outboxOf(CHANNEL, operator)) == 0 then call('ZREM', INDEXES[1], operator) end
end

local function drop_queues(operator)
  local dropped = 0
  for _, queue in ipairs({ K.outboxOf(CHANNEL, operator), K.outboxLaterOf(CHANNEL, operator) }) do
    local ids = call('LRANGE', queue, 0, -1)
    for _, id in ipairs(ids) do outbox_forget(CHANNEL, id) end
    call('DEL', queue)
    dropped = dropped + #ids
  end
  for _, index in ipairs(INDEXES) do call('ZREM', index, operator) end
  outbox_count_dropped('unpaired', dropped)
end

-- Lua's nil where no operator is named.
local ONLY

local function due_operators(index, now, limit)
  if ONLY then
    local due_at = tonumber(call('ZSCORE', index, ONLY) or '')
    return due_at and due_at < now and limit > 0 and { ONLY } or {}
  end
  return call('ZRANGEBYSCORE', index, '-inf', '(' .. int(now), 'LIMIT', 0, int(limit))
end

local function count_due(index, now)
  if ONLY then return #due_operators(index, now, 1) end
  return call('ZCOUNT', index, '-inf', '(' .. int(now))
end

-- Ms until a chat between two messages is free; otherwise its rest would wait for the next tick.
local function soon(now)
  if ONLY then return nil end
  local soonest
  for _, index in ipairs(INDEXES) do
    local first = call('ZRANGEBYSCORE', index, int(now), int(now + SOON_MS), 'WITHSCORES', 'LIMIT', 0, 1)
    local due_at = first[2] and tonumber(first[2])
    if due_at and (not soonest or due_at < soonest) then soonest = due_at end
  end
  return soonest and soonest - now + 1 or nil
end

local function main(input, now)
  CHANNEL, ONLY = input.channel, input.operator
  INDEXES = { K.outboxDue(CHANNEL), K.outboxLater(CHANNEL) }
  local lease_end, chats, by_chat, chars, unreadable, seen = now + input.leaseMs, {}, {}, 0, {}, {}
  local every, given = input.pace.everyMs, outbox_given_until(CHANNEL, now)
  -- Ms until the channel takes as many messages as wanted.
  local function short_ms()
    local wanted = math.min(input.limit, count_due(INDEXES[1], now) + count_due(INDEXES[2], now))
    return given + wanted * every - now - input.pace.atOnce * every
  end
  local function take(operator)
    local chat_id = chat_of(CHANNEL, operator)
    local free_at = chat_id and not by_chat[chat_id] and tonumber(get(K.outboxChat(CHANNEL, chat_id)) or 0) or 0
    if chat_id == nil then
      drop_queues(operator)
    elseif chat_id == false then
      unreadable[#unreadable + 1] = operator
      move(operator, lease_end)
    elseif now <= free_at then
      move(operator, free_at)
    else
      local items = {}
      local more_chars = read_queue(K.outboxOf(CHANNEL, operator), input.most.first, operator, chat_id, items, 0)
      more_chars = read_queue(K.outboxLaterOf(CHANNEL, operator), input.most.later, operator, chat_id, items, more_chars)
      -- All that was read may have been dropped; the next round reads what is behind.
      leave_empty(operator)
      if #items == 0 then return end
      if not by_chat[chat_id] then
        by_chat[chat_id] = { chatId = chat_id, operators = {}, items = {}, cards = {} }
        chats[#chats + 1] = by_chat[chat_id]
        outbox_hold_chat(CHANNEL, chat_id, lease_end)
        local shown = cjson.decode(get(K.chatShown(CHANNEL, chat_id)) or '{}')
        shown.leaseMs = lease_end
        call('SET', K.chatShown(CHANNEL, chat_id), cjson.encode(shown), 'EX', ${OUTBOX_KEYS.chatShown.ttlSec})
      end
      local chat = by_chat[chat_id]
      chat.operators[#chat.operators + 1] = operator
      for _, item in ipairs(items) do
        chat.items[#chat.items + 1] = item
        add_card(chat.cards, seen, item)
      end
      move(operator, lease_end)
      chars = chars + more_chars
    end
  end
  -- Every passed queue moves on or goes, so the loops end; this bounds them all the same.
  for _, index in ipairs(short_ms() > 0 and {} or INDEXES) do
    for _ = 1, 10 do
      local operators = due_operators(index, now, input.limit - #chats)
      for _, operator in ipairs(operators) do
        if chars < MAX_CHARS then take(operator) end
      end
      if #operators == 0 or #chats >= input.limit or chars >= MAX_CHARS then break end
    end
  end
  given = given + #chats * every
  if #chats > 0 then outbox_give_until(CHANNEL, given) end
  local left = count_due(INDEXES[1], now) + count_due(INDEXES[2], now)
  local again_ms = left == 0 and soon(now) or left > 0 and math.max(0, short_ms()) or nil
  return { leaseUntilMs = lease_end, chats = chats, unreadable = unreadable, left = left, againMs = again_ms,
    waiting = ONLY and (call('ZSCORE', INDEXES[1], ONLY) or call('ZSCORE', INDEXES[2], ONLY)) and true or false }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    ...(operator !== undefined && { operator: operator.toLowerCase() }),
  }),
  declares: (keys, { channel }) => [
    ...[keys.outbox(channel), keys.outboxDue(channel), keys.outboxLater(channel)],
    ...[keys.outboxTries(channel), keys.outboxPace(channel)],
  ],
  output: z.object({
    leaseUntilMs: z.int(),
    chats: luaArray(takenChat),
    unreadable: luaArray(z.string()),
    left: z.int(),
    /** Wait for the channel's pace or a chat's. Absent: nothing soon. */
    againMs: z.int().optional(),
    /** The named operator has something in the outbox, due or not. */
    waiting: z.boolean(),
  }),
});
