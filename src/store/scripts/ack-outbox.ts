import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaOutbox } from "../lua/lua-outbox.ts";

type Input = WriteCall & { ids: readonly string[] };

/** Delivered, or given up: gone for good. Unknown ids are passed over; answers how many there were. */
export const ackOutbox = defineScript({
  name: "ack-outbox",
  effect: "write",
  uses: [luaOutbox],
  lua: `
local function main(input)
  local removed = 0
  for _, id in ipairs(input.ids) do
    local text = hget(K.outbox(), id)
    if text then
      call('LREM', K.outboxOf(cjson.decode(text).operator), 0, id)
      outbox_remove(id)
      removed = removed + 1
    end
  end
  return { removed = removed }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys) => [keys.outbox(), keys.outboxDue(), keys.outboxTries()],
  output: z.object({ removed: z.int() }),
});
