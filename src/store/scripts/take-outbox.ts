import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaOutbox } from "../lua/lua-outbox.ts";
import { luaArray } from "../lua-array.ts";
import { outboxItem } from "../outbox-item.ts";

type Input = WriteCall & { limit: number; leaseMs: number };

/** Notifications that are due; each comes again when its lease ends, unless acknowledged by then. Delivery is at least once. */
export const takeOutbox = defineScript({
  name: "take-outbox",
  effect: "write",
  uses: [luaOutbox],
  lua: `
local function main(input, now)
  local items = {}
  for _, id in ipairs(call('ZRANGEBYSCORE', K.outboxDue(), '-inf', '(' .. int(now), 'LIMIT', 0, int(input.limit))) do
    local text = hget(K.outbox(), id)
    if text then
      local item = cjson.decode(text)
      call('ZADD', K.outboxDue(), int(now + input.leaseMs), id)
      items[#items + 1] = { id = id, operator = item.operator, payload = item.payload, tries = call('HINCRBY', K.outboxTries(), id, 1) }
    else
      outbox_remove(id)
    end
  end
  return { items = items }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys) => [keys.outbox(), keys.outboxDue(), keys.outboxTries()],
  output: z.object({ items: luaArray(outboxItem) }),
});
