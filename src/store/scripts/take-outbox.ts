import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaOutbox } from "../lua/lua-outbox.ts";
import { luaPairing } from "../lua/lua-pairing.ts";
import { luaArray } from "../lua-array.ts";
import { outboxItem } from "../outbox-item.ts";

type Input = WriteCall & {
  /** At most so many chats. */
  limit: number;
  leaseMs: number;
  /** Only this one's queue: what he waits for is not to wait for others. */
  operator?: string;
};

const takenChat = z.object({
  chatId: z.string(),
  /** Whose queues these are; an operator's notifications in the order of their writing. */
  operators: z.array(z.string()),
  items: z.array(outboxItem),
});
export type TakenChat = z.infer<typeof takenChat>;

/**
 * Leases the queues that are due, by chat: until `leaseUntilMs` nobody else writes to that chat, so that pace and order
 * are kept. A queue comes again when its lease ends. Up to 20 notifications of a queue, about 256 kB in all. Queues of an
 * operator who is paired with no chat are dropped (decision 41: the unpaired are told nothing).
 */
export const takeOutbox = defineScript({
  name: "take-outbox",
  effect: "write",
  uses: [luaOutbox, luaPairing],
  lua: `
local MAX_ITEMS, MAX_CHARS = 20, 262144

-- What can be told to nobody: broken, or an answer to a chat that is not its operator's any more.
local function reason_to_drop(readable, item, chat_id)
  if not readable then return 'unreadable' end
  if item.chatId and item.chatId ~= chat_id then return 'unpaired' end
end

local function read_queue(operator, chat_id)
  local items, chars = {}, 0
  for _, id in ipairs(call('LRANGE', K.outboxOf(operator), 0, MAX_ITEMS - 1)) do
    local text = hget(K.outbox(), id)
    local readable, item = pcall(cjson.decode, text or '')
    local reason = reason_to_drop(readable, item, chat_id)
    if reason then
      call('LREM', K.outboxOf(operator), 1, id)
      outbox_forget(id)
      outbox_count_dropped(reason, 1)
    else
      items[#items + 1] = { id = id, operator = operator, payload = item.payload, tries = tonumber(hget(K.outboxTries(), id) or 0) }
      chars = chars + #text
      if chars > MAX_CHARS / 4 then break end
    end
  end
  return items, chars
end

local function drop_queue(operator)
  local ids = call('LRANGE', K.outboxOf(operator), 0, -1)
  for _, id in ipairs(ids) do outbox_forget(id) end
  call('DEL', K.outboxOf(operator))
  call('ZREM', K.outboxDue(), operator)
  outbox_count_dropped('unpaired', #ids)
end

-- Lua's own nil where nobody is named.
local ONLY

local function due_operators(now, limit)
  if ONLY then
    local due_at = tonumber(call('ZSCORE', K.outboxDue(), ONLY) or '')
    return due_at and due_at < now and limit > 0 and { ONLY } or {}
  end
  return call('ZRANGEBYSCORE', K.outboxDue(), '-inf', '(' .. int(now), 'LIMIT', 0, int(limit))
end

local function main(input, now)
  ONLY = input.operator
  local lease_end, chats, by_chat, chars, unreadable = now + input.leaseMs, {}, {}, 0, {}
  local function take(operator)
    local chat_id = chat_of(operator)
    local free_at = chat_id and not by_chat[chat_id] and tonumber(get(K.outboxChat(chat_id)) or 0) or 0
    if chat_id == nil then
      drop_queue(operator)
    elseif chat_id == false then
      unreadable[#unreadable + 1] = operator
      call('ZADD', K.outboxDue(), int(lease_end), operator)
    elseif now <= free_at then
      call('ZADD', K.outboxDue(), int(free_at), operator)
    else
      local items, more_chars = read_queue(operator, chat_id)
      if #items == 0 then
        -- All that was read may have been dropped: what is behind it comes in the next round.
        if call('LLEN', K.outboxOf(operator)) == 0 then call('ZREM', K.outboxDue(), operator) end
        return
      end
      if not by_chat[chat_id] then
        by_chat[chat_id] = { chatId = chat_id, operators = {}, items = {} }
        chats[#chats + 1] = by_chat[chat_id]
        outbox_hold_chat(chat_id, lease_end)
      end
      local chat = by_chat[chat_id]
      chat.operators[#chat.operators + 1] = operator
      for _, item in ipairs(items) do chat.items[#chat.items + 1] = item end
      call('ZADD', K.outboxDue(), int(lease_end), operator)
      chars = chars + more_chars
    end
  end
  -- Every queue that is passed over moves on or goes, so the loop ends; it is bounded all the same.
  for _ = 1, 10 do
    local operators = due_operators(now, input.limit - #chats)
    for _, operator in ipairs(operators) do
      if chars < MAX_CHARS then take(operator) end
    end
    if #operators == 0 or #chats >= input.limit or chars >= MAX_CHARS then break end
  end
  return { leaseUntilMs = lease_end, chats = chats, unreadable = unreadable, more = #due_operators(now, 1) > 0,
    waiting = ONLY and call('ZSCORE', K.outboxDue(), ONLY) and true or false }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    ...(operator !== undefined && { operator: operator.toLowerCase() }),
  }),
  declares: (keys) => [keys.outbox(), keys.outboxDue(), keys.outboxTries()],
  output: z.object({
    leaseUntilMs: z.int(),
    chats: luaArray(takenChat),
    /** Operators whose pairing cannot be read: left for later. */
    unreadable: luaArray(z.string()),
    /** More is due now. */
    more: z.boolean(),
    /** The named operator has something in the outbox, due or not. */
    waiting: z.boolean(),
  }),
});
