import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaOutbox } from "./lua-outbox.ts";
import { OUTBOX_KEYS } from "./outbox-keys.ts";

type SettledChat = {
  chatId: string;
  operators: readonly string[];
  nextMs: number;
  /** Its message was taken: the rest goes on before other operators begin. */
  goesOn: boolean;
  /** JSON of the message shown last (outbox-item.ts). Empty: not known; absent: as before. */
  shown?: string;
};

type Input = WriteCall & {
  channel: string;
  chats: readonly SettledChat[];
  /** A queue leased since by another delivery keeps the other's time. */
  leaseUntilMs: number;
  delivered: readonly string[];
  /** The channel will never take these: gone, and counted. */
  refused: readonly string[];
  /** Sending failed or may have: they stay first in their queue. */
  failed: readonly string[];
  maxTries: number;
  /** `json` is an OrderCard. */
  cards?: readonly { vault: string; orderId: number; json: string }[];
  restUntilMs?: number | undefined;
};

/**
 * Settles a delivery. Delivered ids go whoever holds the lease now: nothing acknowledged is
 * delivered twice. Unknown ids are passed over.
 */
export const settleOutbox = defineScript({
  name: "settle-outbox",
  uses: [luaOutbox],
  lua: `
local CHANNEL

-- Its order's card is looked at next, in the same step, so that it never stays behind what was
-- told.
local function mark_card(id, text, now)
  local item = cjson.decode(text)
  if item.card ~= 'changes' then return end
  local readable, payload = pcall(cjson.decode, item.payload)
  if not readable or type(payload) ~= 'table' or type(payload.vault) ~= 'string' or type(payload.orderId) ~= 'number' then return end
  local known, card = pcall(cjson.decode, get(K.orderCard(CHANNEL, payload.vault, int(payload.orderId))) or '')
  if not known or type(card) ~= 'table' then return end
  outbox_add({ id = id .. ':card', operator = item.operator, dueMs = now - 1, payload = item.payload,
    to = { channel = CHANNEL, chatId = card.chatId }, way = { later = true, makesRoom = true, card = 'looks' } })
end

local function settle_delivered(ids, now)
  local removed = 0
  for _, id in ipairs(ids) do
    local text = hget(K.outbox(CHANNEL), id)
    if outbox_remove(CHANNEL, id) then
      removed = removed + 1
      mark_card(id, text, now)
    end
  end
  return removed
end

local function remove_all(ids)
  local removed = 0
  for _, id in ipairs(ids) do
    if outbox_remove(CHANNEL, id) then removed = removed + 1 end
  end
  return removed
end

-- Writes an index only where the operator stands at this caller's lease, or only in the other
-- index, at its lease.
local function settle_queues(operator, chat, lease)
  local first, later = call('LLEN', K.outboxOf(CHANNEL, operator)), call('LLEN', K.outboxLaterOf(CHANNEL, operator))
  local due_at = tonumber(call('ZSCORE', K.outboxDue(CHANNEL), operator) or '')
  local later_at = tonumber(call('ZSCORE', K.outboxLater(CHANNEL), operator) or '')
  local function place(index, stands_at, other_at, is_in)
    if stands_at ~= lease and (stands_at or other_at ~= lease) then return end
    if is_in then call('ZADD', index, int(chat.nextMs), operator) else call('ZREM', index, operator) end
  end
  place(K.outboxDue(CHANNEL), due_at, later_at, first > 0 or chat.goesOn and later > 0)
  place(K.outboxLater(CHANNEL), later_at, due_at, later > 0)
  return first + later
end

-- An older message was shown before the stored one, however late its delivery ends. Another lease's
-- messages stay unknown.
local function settle_shown(chat, lease)
  local key = K.chatShown(CHANNEL, chat.chatId)
  local kept = cjson.decode(get(key) or '{}')
  if kept.leaseMs == lease then kept.leaseMs = nil elseif not kept.leaseMs and not kept.atSec then return end
  if chat.shown == '' then
    kept.atSec, kept.button, kept.text = nil, nil, nil
  elseif chat.shown then
    local shown = cjson.decode(chat.shown)
    if not kept.atSec or shown.atSec >= kept.atSec then kept.atSec, kept.button, kept.text = shown.atSec, shown.button, shown.text end
  end
  if kept.atSec or kept.leaseMs then call('SET', key, cjson.encode(kept), 'EX', ${OUTBOX_KEYS.chatShown.ttlSec}) else call('DEL', key) end
end

local function main(input, now)
  CHANNEL = input.channel
  for _, card in ipairs(input.cards or {}) do
    call('SET', K.orderCard(CHANNEL, card.vault, int(card.orderId)), card.json, 'EX', ${OUTBOX_KEYS.orderCard.ttlSec})
  end
  local delivered, refused, given_up = settle_delivered(input.delivered, now), remove_all(input.refused), {}
  for _, id in ipairs(input.failed) do
    if call('HEXISTS', K.outbox(CHANNEL), id) == 1 and call('HINCRBY', K.outboxTries(CHANNEL), id, 1) >= input.maxTries then given_up[#given_up + 1] = id end
  end
  outbox_count_dropped('refused', refused)
  outbox_count_dropped('exhausted', remove_all(given_up))
  local left = 0
  for _, chat in ipairs(input.chats) do
    for _, operator in ipairs(chat.operators) do left = left + settle_queues(operator, chat, input.leaseUntilMs) end
    settle_shown(chat, input.leaseUntilMs)
    if tonumber(get(K.outboxChat(CHANNEL, chat.chatId)) or 0) == input.leaseUntilMs then outbox_hold_chat(CHANNEL, chat.chatId, chat.nextMs) end
  end
  if input.restUntilMs then outbox_give_until(CHANNEL, math.max(outbox_given_until(CHANNEL, now), input.restUntilMs)) end
  return { delivered = delivered, dropped = refused + #given_up, left = left }
end`,
  encode: (input: Input) => input,
  declares: (keys, { channel, chats }) => [
    ...[keys.outbox(channel), keys.outboxDue(channel), keys.outboxLater(channel)],
    ...[keys.outboxTries(channel), keys.outboxPace(channel)],
    ...chats.flatMap(({ chatId }) => [
      keys.outboxChat(channel, chatId),
      keys.chatShown(channel, chatId),
    ]),
  ],
  output: z.object({
    delivered: z.int(),
    dropped: z.int(),
    left: z.int(),
  }),
});
