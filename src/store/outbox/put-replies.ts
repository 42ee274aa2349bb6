import * as z from "zod";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { orNull, storedJson } from "../kernel/stored-json.ts";
import { luaOutbox } from "./lua-outbox.ts";
import { type ChatIn, encodeOutboxItem, type NewOutboxItem, shownMessage } from "./outbox-item.ts";

/** A conversation must leave room for news of the operator's money. */
const MAX_WITH_REPLIES = 100;

/**
 * Puts all answers of one turn before any is sent, so none is lost. `put: 0`: the queue is too
 * long, none is kept.
 */
export const putReplies = defineScript({
  name: "put-replies",
  uses: [luaOutbox],
  lua: `
local function main(input)
  local first = input.items[1]
  if not first then return { put = 0 } end
  local is_known = call('HEXISTS', K.outbox(input.channel), first.id) == 1
  if not is_known and call('LLEN', K.outboxOf(input.channel, first.operator)) + #input.items > ${MAX_WITH_REPLIES} then return { put = 0 } end
  for _, item in ipairs(input.items) do outbox_add(item) end
  return { put = #input.items }
end`,
  encode: ({
    items,
    ...rest
  }: WriteCall & { channel: string; items: readonly NewOutboxItem[] }) => ({
    ...rest,
    items: items.map(encodeOutboxItem),
  }),
  declares: (keys, { channel }) => [
    keys.outbox(channel),
    keys.outboxDue(channel),
    keys.outboxTries(channel),
  ],
  output: z.object({ put: z.int() }),
});

/** The message that a chat was shown last; unknown while its outbox is leased. */
export const loadShown = defineScript({
  name: "load-shown",
  effect: "read",
  lua: `
local function main(input)
  local text = get(K.chatShown(input.channel, input.chatId))
  return { shown = text and not cjson.decode(text).leaseMs and text or nil }
end`,
  encode: (input: ReadCall & ChatIn) => input,
  declares: (keys, { channel, chatId }) => [keys.chatShown(channel, chatId)],
  output: z.object({ shown: orNull(storedJson(shownMessage)) }),
});
