import * as z from "zod";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments } from "./lua-payments.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";
import { STRANGER_LIMITS } from "./stranger-limits.ts";

type Input = WriteCall & {
  /** Whose calls it counts among; null: counted already. */
  network: string | null;
  /** Only a verified one: a caller cannot use up another operator's calls. */
  operator: string | null;
  /** The network of a call that names an operator, which will cost requests to the chain. */
  claimedFrom: string | null;
  /** The chain is read next to check a contract's signature: that look-up is counted now. */
  asks?: boolean;
  /** The answer was good, so the lookup of this time is given back. */
  askedAtMs?: number | undefined;
  token: string;
  holdMs: number;
  idempotency: { scope: string; bodyHash: string } | null;
};

/** Limits of decision 25 for what costs nothing. */
const LIMITS = { windowMs: 60_000, perNetwork: 60, perOperator: 120 } as const;

/**
 * Rate limits and the idempotency key of a free call, in one trip. `ofNetwork`: no caller of that network is served until then.
 * A call that names an operator costs requests to the chain: its network must have failed less than its share, or its signer be
 * known.
 */
export const beginFreeCall = defineScript({
  name: "begin-free-call",
  effect: "write",
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments],
  lua: `
local function main(input, now)
  if input.network then
    local calls, wait = count_in_window('ip:' .. input.network, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perNetwork} then return { kind = 'rate_limited', retryAfterSec = wait, ofNetwork = true } end
  end
  if input.askedAtMs and input.operator then give_back_to(input.claimedFrom, input.askedAtMs) end
  if input.claimedFrom and not (input.operator and get(K.boundForm(input.operator))) then
    local free, wait = (input.asks and take_of or may_take_of)(input.claimedFrom, now)
    if not free then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  if input.operator then
    local calls, wait = count_in_window('operator:' .. input.operator, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perOperator} then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  local idem = input.idempotency
  if not idem then return { kind = 'run' } end
  local key = K.idempotency(idem.scope)
  local known = seen(key, idem.bodyHash, now)
  -- What cost nothing needs no look at the chain.
  if known and known.state == 'stale' then known = nil end
  if known and known.kind == 'other' then return { kind = 'idempotency_conflict' } end
  if known and known.kind == 'in_use' then return { kind = 'idempotency_in_use' } end
  if known then return { kind = 'idempotency_repeat', answer = known.answer } end
  hold(key, input, idem.bodyHash, now, ${PAYMENT_KEYS.idempotency.ttlSec})
  return { kind = 'run' }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({
    kind: z.enum(["run", "rate_limited", "idempotency_conflict", "idempotency_in_use", "idempotency_repeat"]),
    answer: absentToNull(z.string()),
    retryAfterSec: z.int().optional(),
    ofNetwork: z.boolean().optional(),
  }),
});
