import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaPayments } from "../lua/lua-payments.ts";

type Input = WriteCall & { operator: string; ip: string | null };

/** Limits of decision 20. */
const LIMITS = { windowMs: 14_400_000, perOperator: 100, perIp: 300 } as const;

/** Counts one call of a browser session. */
export const countSession = defineScript({
  name: "count-session",
  effect: "write",
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local calls, wait = count_in_window('session:' .. input.operator, ${LIMITS.windowMs}, now)
  if calls > ${LIMITS.perOperator} then return { ok = false, retryAfterSec = wait } end
  if input.ip then
    local ofIp, left = count_in_window('session-ip:' .. input.ip, ${LIMITS.windowMs}, now)
    if ofIp > ${LIMITS.perIp} then return { ok = false, retryAfterSec = left } end
  end
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), retryAfterSec: z.int() }),
  ]),
});
