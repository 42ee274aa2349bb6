import * as z from "zod";
import { WEBHOOK_LIMITS } from "../../../schemas/webhook-limits.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments } from "../payments/lua-payments.ts";

type Input = WriteCall & { operator: string };

/** Registered or not, in dry runs too. */
export const countLookup = defineScript({
  name: "count-lookup",
  effect: "write",
  uses: [luaPayments],
  counts: true,
  lua: `
local function main(input, now)
  local count, wait = count_in_window('webhook-names:' .. input.operator, ${WEBHOOK_LIMITS.hourMs}, now)
  return { ok = count <= ${WEBHOOK_LIMITS.registrationsPerHour}, retryAfterSec = wait }
end`,
  encode: ({ operator, ...rest }: Input) => ({ ...rest, operator: operator.toLowerCase() }),
  output: z.object({ ok: z.boolean(), retryAfterSec: z.int() }),
});
