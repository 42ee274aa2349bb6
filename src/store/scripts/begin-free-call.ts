import * as z from "zod";
import { absentToNull } from "../absent-to-null.ts";
import { defineScript, type WriteCall } from "../define-script.ts";
import { KEY_TABLE } from "../key-table.ts";
import { luaPayments } from "../lua/lua-payments.ts";

type Input = WriteCall & {
  ip: string | null;
  /** Only a verified one: nobody can use up another operator's calls. */
  operator: string | null;
  token: string;
  holdMs: number;
  idempotency: { scope: string; bodyHash: string } | null;
};

/** Limits of decision 25 for what costs nothing. */
const LIMITS = { windowMs: 60_000, perIp: 60, perOperator: 120 } as const;

/** Rate limits and the idempotency key of a free call, in one trip. */
export const beginFreeCall = defineScript({
  name: "begin-free-call",
  effect: "write",
  uses: [luaPayments],
  lua: `
local function main(input, now)
  if input.ip then
    local calls, wait = count_in_window('ip:' .. input.ip, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perIp} then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  if input.operator then
    local calls, wait = count_in_window('operator:' .. input.operator, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perOperator} then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  local idem = input.idempotency
  if not idem then return { kind = 'run' } end
  local key = K.idempotency(idem.scope)
  local known = seen(key, idem.bodyHash, now)
  if known and known.kind == 'other' then return { kind = 'idempotency_conflict' } end
  if known and known.kind == 'in_use' then return { kind = 'idempotency_in_use' } end
  if known then return { kind = 'idempotency_repeat', answer = known.answer } end
  hold(key, input.token, idem.bodyHash, now + input.holdMs, ${KEY_TABLE.idempotency.ttlSec})
  return { kind = 'run' }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({
    kind: z.enum(["run", "rate_limited", "idempotency_conflict", "idempotency_in_use", "idempotency_repeat"]),
    answer: absentToNull(z.string()),
    retryAfterSec: z.int().optional(),
  }),
});
