import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaPayments } from "../lua/lua-payments.ts";

type Input = WriteCall & {
  /** A chat whose updates are counted, or an operator whose answers are told again. */
  of: string;
};

/** A person's conversation stays below it; the queue's messages of a day (1,000 in its smallest plan) are not one chat's. */
const LIMITS = { windowMs: 14_400_000, messages: 60 } as const;

/** Counts a message that a paired chat puts into the queue. `ok: false`: it has had its share for now. */
export const countQueued = defineScript({
  name: "count-queued",
  effect: "write",
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local queued = count_in_window('telegram-queued:' .. input.of, ${LIMITS.windowMs}, now)
  return { ok = queued <= ${LIMITS.messages} }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({ ok: z.boolean() }),
});
