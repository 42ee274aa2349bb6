import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { encodeOutboxItem } from "../encode-outbox-item.ts";
import { luaOutbox } from "../lua/lua-outbox.ts";
import type { NewOutboxItem } from "../outbox-item.ts";

type Input = WriteCall & { items: readonly NewOutboxItem[] };

/** Puts the answers of a conversation into the outbox, in their order, before any is sent: from here on none can be lost. */
export const putReplies = defineScript({
  name: "put-replies",
  effect: "write",
  uses: [luaOutbox],
  lua: `
local function main(input)
  for _, item in ipairs(input.items) do outbox_add(item) end
  return { put = #input.items }
end`,
  encode: ({ items, ...rest }: Input) => ({ ...rest, items: items.map(encodeOutboxItem) }),
  declares: (keys) => [keys.outbox(), keys.outboxDue(), keys.outboxTries()],
  output: z.object({ put: z.int() }),
});
