import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";

type Input = WriteCall & { id: string; dueMs: number };

/** Puts a taken notification back for `dueMs`. `found: false`: acknowledged or dropped meanwhile, it does not come back. */
export const retryOutbox = defineScript({
  name: "retry-outbox",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  if call('HEXISTS', K.outbox(), input.id) == 0 then return { found = false } end
  call('ZADD', K.outboxDue(), int(input.dueMs), input.id)
  return { found = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys) => [keys.outbox(), keys.outboxDue()],
  output: z.object({ found: z.boolean() }),
});
