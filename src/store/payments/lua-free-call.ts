import { PAYMENT_KEYS } from "./payment-keys.ts";

/** Limits of decision 25 for what costs nothing. */
const LIMITS = { windowMs: 60_000, perNetwork: 60, perOperator: 120 } as const;

/** With its Idempotency-Key. Needs luaPayments, luaGrants and luaGrantCalls. */
export const luaFreeCall = `
-- A known operator, who owns a vault, counts for itself and not for its network (decision 458). Others count for their network, also those with
-- a good signature: anybody can make a key. A signature without a time is nobody's once its operator has signed one with it.
local function begin_free_call(input, now)
  local operator, isKnown = input.operator, false
  if operator then
    local bound = get(K.boundForm(operator))
    if bound and input.isPlain then operator = nil else isKnown = not not bound or input.isOwner == true end
  end
  local granted, grant_wait
  if input.by then granted, grant_wait = count_grant_call(input.by, now) end
  if granted == false then return { kind = 'rate_limited', retryAfterSec = grant_wait } end
  isKnown = isKnown or granted == true
  if input.network and not isKnown then
    local calls, wait = count_in_window('ip:' .. input.network, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perNetwork} then return { kind = 'rate_limited', retryAfterSec = wait, ofNetwork = true } end
  end
  if input.askedAtMs and operator then give_back_to(input.claimedFrom, input.askedAtMs) end
  if input.claimedFrom and not isKnown then
    local free, wait = (input.asks and take_of or may_take_of)(input.claimedFrom, now)
    if not free then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  if operator then
    local calls, wait = count_in_window('operator:' .. operator, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perOperator} then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  local idem = (operator or granted) and input.idempotency
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
end
`;
