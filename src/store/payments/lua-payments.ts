import { PAYMENT_KEYS } from "./payment-keys.ts";

/**
 * Decision D10: refused calls that cost chain or facilitator requests, by network (IPv4 address or
 * IPv6 /64). If many networks fail at once, each may cause less, so that a thousand cost no more
 * than a few. A payer that paid within a month is never counted.
 */
export const STRANGER_LIMITS = {
  windowMs: 600_000,
  perNetwork: 20,
  pressedAt: 1_000,
  perNetworkPressed: 2,
  paidWithinMs: 30 * 86_400_000,
  /** Memory for repeats of strangers' calls. */
  rememberedSec: 60,
} as const;

const { windowMs, perNetwork, pressedAt, perNetworkPressed, paidWithinMs } = STRANGER_LIMITS;

export const luaPayments = `
-- Answers the count and the seconds until the window ends.
local function count_in_window(name, windowMs, now)
  local window = math.floor(now / windowMs)
  local key = K.rate(name .. ':' .. int(window))
  local count = call('INCR', key)
  -- The window's name decides; this only clears up.
  if count == 1 then call('EXPIRE', key, int(math.ceil(windowMs / 1000) + ${PAYMENT_KEYS.rate.ttlSec})) end
  return count, math.ceil(((window + 1) * windowMs - now) / 1000)
end

local function counted_in_window(name, windowMs, now)
  return tonumber(get(K.rate(name .. ':' .. int(math.floor(now / windowMs))))) or 0
end

-- The network's strangers may cause another chain or facilitator request.
local function may_take_of(network, now)
  local pressed = counted_in_window('strangers', ${windowMs}, now) >= ${pressedAt}
  local window = math.floor(now / ${windowMs})
  local wait = math.ceil(((window + 1) * ${windowMs} - now) / 1000)
  return counted_in_window('stranger:' .. network, ${windowMs}, now) < (pressed and ${perNetworkPressed} or ${perNetwork}), wait
end

-- Taken before the request, so that many at once cannot pass together; given back if the proof was
-- good. A refused one is not counted.
local function take_of(network, now)
  local free, wait = may_take_of(network, now)
  if not free then return false, wait end
  count_in_window('strangers', ${windowMs}, now)
  count_in_window('stranger:' .. network, ${windowMs}, now)
  return true, wait
end

local function has_paid(payer, now)
  local at = tonumber(get(K.hasPaid(payer)))
  return at ~= nil and now - at < ${paidWithinMs}
end

local function give_back_to(network, at)
  for _, name in ipairs({ 'strangers', 'stranger:' .. network }) do
    if counted_in_window(name, ${windowMs}, at) > 0 then
      call('DECR', K.rate(name .. ':' .. int(math.floor(at / ${windowMs}))))
    end
  end
end

-- State of a taken payment or key; nil: free. A run without an end is stale, since only the chain
-- knows if it was paid, or lost if it could act for an operator: nothing runs in its place. atMs:
-- when it was taken. payment: a key's own.
local function seen(key, hash, now)
  local fields = call('HMGET', key, 'state', 'hash', 'until', 'answer', 'acts', 'at', 'payment')
  local state = fields[1]
  if not state then return nil end
  if state == 'held' and now >= tonumber(fields[3]) then state = fields[5] and 'lost' or 'stale' end
  local same = fields[2] == hash
  local found = { state = state, same = same, answer = fields[4] or nil, atMs = tonumber(fields[6]), payment = fields[7] or nil }
  if state == 'held' then
    found.kind = same and 'in_use' or 'other'
  else
    found.kind = (same or state == 'stale') and state or 'other'
  end
  return found
end

local function hold(key, input, hash, now, ttl, payment)
  call('DEL', key)
  call('HSET', key, 'state', 'held', 'token', input.token, 'hash', hash, 'until', int(now + input.holdMs), 'at', int(now))
  if input.acts then call('HSET', key, 'acts', '1') end
  if payment then call('HSET', key, 'payment', payment) end
  call('EXPIRE', key, ttl)
end

-- Debts of all debtors, each once, as JSON texts of end-paid-call.
local function debts_of(debtors)
  local debts, known = {}, {}
  for _, debtor in ipairs(debtors) do
    local fields = call('HGETALL', K.paymentDebt(debtor))
    for i = 1, #fields, 2 do
      if not known[fields[i]] then
        known[fields[i]] = true
        debts[#debts + 1] = fields[i + 1]
      end
    end
  end
  return debts, known
end

local function clear_debts(debts)
  for _, debt in ipairs(debts) do
    for _, debtor in ipairs(debt.debtors) do call('HDEL', K.paymentDebt(debtor), debt.id) end
  end
end

local function is_held_by(key, token)
  local fields = call('HMGET', key, 'state', 'token')
  return fields[1] == 'held' and fields[2] == token
end
`;
