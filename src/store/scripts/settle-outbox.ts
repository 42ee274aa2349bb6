import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaOutbox } from "../lua/lua-outbox.ts";

type Input = WriteCall & {
  chatId: string;
  /** Whose queues were taken with this chat. */
  operators: readonly string[];
  /** Of the take. When another has leased a queue since, its time stays his. */
  leaseUntilMs: number;
  /** When the chat may be written to again. */
  nextMs: number;
  /** Ids that were delivered: gone for good. */
  told: readonly string[];
  /** Ids that the channel will never take: gone, and counted. */
  refused: readonly string[];
  /** Ids whose sending failed or may have: they stay first in their queue. */
  failed: readonly string[];
  /** Failures after which an id is given up, and counted. */
  maxTries: number;
};

/**
 * What became of a message to one chat, and when the chat is next. Unknown ids are passed over. Ids that were told leave
 * the outbox whoever holds the lease now: nothing that was acknowledged is told again.
 */
export const settleOutbox = defineScript({
  name: "settle-outbox",
  effect: "write",
  uses: [luaOutbox],
  lua: `
local function remove_all(ids)
  local removed = 0
  for _, id in ipairs(ids) do
    if outbox_remove(id) then removed = removed + 1 end
  end
  return removed
end

local function main(input)
  local told, refused, given_up = remove_all(input.told), remove_all(input.refused), {}
  for _, id in ipairs(input.failed) do
    if call('HEXISTS', K.outbox(), id) == 1 and call('HINCRBY', K.outboxTries(), id, 1) >= input.maxTries then given_up[#given_up + 1] = id end
  end
  outbox_count_dropped('refused', refused)
  outbox_count_dropped('exhausted', remove_all(given_up))
  local left = 0
  for _, operator in ipairs(input.operators) do
    left = left + call('LLEN', K.outboxOf(operator))
    if tonumber(call('ZSCORE', K.outboxDue(), operator) or 0) == input.leaseUntilMs then
      if call('LLEN', K.outboxOf(operator)) == 0 then call('ZREM', K.outboxDue(), operator)
      else call('ZADD', K.outboxDue(), int(input.nextMs), operator) end
    end
  end
  if tonumber(get(K.outboxChat(input.chatId)) or 0) == input.leaseUntilMs then outbox_hold_chat(input.chatId, input.nextMs) end
  return { told = told, dropped = refused + #given_up, left = left }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chatId }) => [keys.outbox(), keys.outboxDue(), keys.outboxTries(), keys.outboxChat(chatId)],
  output: z.object({
    told: z.int(),
    dropped: z.int(),
    /** Still in the outbox for these operators. */
    left: z.int(),
  }),
});
