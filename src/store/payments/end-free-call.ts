import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments } from "./lua-payments.ts";

/** `answer` null: nothing is kept, and the key may be used again (only a 2xx is kept, decision 26). */
type Input = WriteCall & { scope: string; token: string; answer: string | null };

/** Ends a free call that held an idempotency key. */
export const endFreeCall = defineScript({
  name: "end-free-call",
  effect: "write",
  uses: [luaPayments],
  lua: `
local function main(input)
  local key = K.idempotency(input.scope)
  if not is_held_by(key, input.token) then return { ok = false } end
  if input.answer then call('HSET', key, 'state', 'done', 'answer', input.answer) else call('DEL', key) end
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { scope }) => [keys.idempotency(scope)],
  output: z.object({ ok: z.boolean() }),
});
