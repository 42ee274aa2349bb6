import * as z from "zod";
import { defineScript, type WriteCall } from "../../../../src/store/kernel/define-script.ts";
import { luaOutbox } from "../../../../src/store/outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../../../../src/store/outbox/outbox-item.ts";

type Input = WriteCall & { items: NewOutboxItem[] };

/**
 * The Lua by which every script of the service writes notifications, without what else those
 * scripts do.
 */
export const addOutbox = defineScript({
  name: "add-outbox",
  effect: "write",
  uses: [luaOutbox],
  lua: `
local function main(input)
  for _, item in ipairs(input.items) do outbox_add(item) end
  return { added = #input.items }
end`,
  encode: ({ items, ...input }: Input) => ({ ...input, items: items.map(encodeOutboxItem) }),
  output: z.object({ added: z.int() }),
});
