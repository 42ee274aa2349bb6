import { PAYMENT_KEYS } from "./payment-keys.ts";

/**
 * Decision 170: requests to chain or facilitator that end in a refusal, by network: an IPv4 address or an IPv6 /64. Where many networks fail
 * at once each may cause less, so that a thousand of them cost no more than a few. A payer that has paid within a month is never counted.
 */
export const STRANGER_LIMITS = {
  windowMs: 600_000,
  perNetwork: 20,
  pressedAt: 1_000,
  perNetworkPressed: 2,
  paidWithinMs: 30 * 86_400_000,
  /** How long the store knows a repeat of what they had it run. */
  rememberedSec: 60,
} as const;

const { windowMs, perNetwork, pressedAt, perNetworkPressed, paidWithinMs } = STRANGER_LIMITS;

/** With fixed-window counters. Needs no other piece. */
export const luaPayments = `
-- Counts one more in the window that holds now; answers the count and the seconds until the window ends.
local function count_in_window(name, windowMs, now)
  local window = math.floor(now / windowMs)
  local key = K.rate(name .. ':' .. int(window))
  local count = call('INCR', key)
  -- The window's name decides; this only clears up behind it.
  if count == 1 then call('EXPIRE', key, int(math.ceil(windowMs / 1000) + ${PAYMENT_KEYS.rate.ttlSec})) end
  return count, math.ceil(((window + 1) * windowMs - now) / 1000)
end

local function counted_in_window(name, windowMs, now)
  return tonumber(get(K.rate(name .. ':' .. int(math.floor(now / windowMs))))) or 0
end

-- Whether this network's strangers may still cause requests to chain or facilitator.
local function may_take_of(network, now)
  local pressed = counted_in_window('strangers', ${windowMs}, now) >= ${pressedAt}
  local window = math.floor(now / ${windowMs})
  local wait = math.ceil(((window + 1) * ${windowMs} - now) / 1000)
  return counted_in_window('stranger:' .. network, ${windowMs}, now) < (pressed and ${perNetworkPressed} or ${perNetwork}), wait
end

-- Takes one such look-up before the request is made, so that many at once cannot pass together; it is given back where the
-- proof was good. A refused one is not counted.
local function take_of(network, now)
  local free, wait = may_take_of(network, now)
  if not free then return false, wait end
  count_in_window('strangers', ${windowMs}, now)
  count_in_window('stranger:' .. network, ${windowMs}, now)
  return true, wait
end

-- A payer that has paid for a call is no stranger.
local function has_paid(payer, now)
  local at = tonumber(get(K.hasPaid(payer)))
  return at ~= nil and now - at < ${paidWithinMs}
end

-- Gives back what was taken at this time.
local function give_back_to(network, at)
  for _, name in ipairs({ 'strangers', 'stranger:' .. network }) do
    if counted_in_window(name, ${windowMs}, at) > 0 then
      call('DECR', K.rate(name .. ':' .. int(math.floor(at / ${windowMs}))))
    end
  end
end

-- What a held, finished or unknown thing answers to a request; nil when it is free to be taken. A run that did not end is stale: it
-- may have been paid for, which only the chain knows; where it could act for an operator it is lost: nothing runs in its place.
-- atMs: when it was taken. payment: of a key, what was to pay for its call.
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

-- Every debt that stands against any of these, once: what end-paid-call wrote, as JSON texts.
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
