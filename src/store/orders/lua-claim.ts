import { ORDER_KEYS } from "./order-keys.ts";

/** Each executed slice is checked two or three times more while it is watched. */
export const WATCHED_PER_ORDER = 4;

/**
 * Reads a record completely before writing anything of it. A claim table: now, token, lease_end,
 * chains, limit, shares (calls by venue per share_window ms; nil: unlimited), orders, attempts,
 * watched, venue_orders, unreadable, is_full.
 */
export const luaClaim = `
local JTI_TTL_SEC = ${ORDER_KEYS.jti.ttlSec}
-- Skipped members leave what is due, so every loop ends; this bounds them all the same.
local MAX_TURNS_PER_ORDER = 10
local WATCHED_PER_ORDER = ${WATCHED_PER_ORDER}

-- Answers the outage that its operators still have to be told of, or nil.
local function note_tick(now, late_after)
  local last = tonumber(get(K.lastTick()))
  if last and now - last > late_after then call('SET', K.missedTicks(), int(last)) end
  if not last or now > last then call('SET', K.lastTick(), int(now)) end
  return tonumber(get(K.missedTicks()))
end

local function count_due(key, now) return call('ZCOUNT', key, '-inf', '(' .. int(now)) end

local function first_due(claim, key_of, before, limit)
  local found = {}
  for _, chain in ipairs(claim.chains) do
    local flat = call('ZRANGEBYSCORE', key_of(chain), '-inf', '(' .. int(before), 'WITHSCORES', 'LIMIT', 0, int(limit))
    for i = 1, #flat, 2 do found[#found + 1] = { chain = chain, name = flat[i], at = tonumber(flat[i + 1]) } end
  end
  table.sort(found, function(a, b)
    if a.at ~= b.at then return a.at < b.at end
    return a.name < b.name
  end)
  return found
end

local function read_due_order(member, now)
  local vault, id = string.match(member, '^(.*):(%d+)$')
  local order = load_order(vault, id)
  if not order then return nil, nil end
  local record = order.record
  local context = context_of(now, record.chainId, vault, record.operatorAddress)
  if record.grant then
    local grant, fault = grant_of_order(record, now)
    context.grant, context.grantFault = grant and grant.json, fault
  end
  return order, context
end

-- Next due time: the end of a lease, or the start; nil: not due at all.
local function claim_readable(claim, member)
  local order, context = read_due_order(member, claim.now)
  if not order or not order.record.active then return nil end
  local _, leased_until = lease_of(order.lease)
  -- A paused order is claimed only for its end.
  local ended = has_ended(order.record, claim.now)
  if order.record.status ~= 'active' and not (order.record.status == 'paused' and ended) then return nil end
  if is_before_start(order.record, claim.now) and not ended then return first_due_of(order.record, claim.now) end
  if order.attempt then return claim.lease_end end
  if claim.now < leased_until then return leased_until end
  order.v = order.v + 1
  call('HSET', K.order(order.vault, order.id), 'v', int(order.v), 'lease', claim.token .. ':' .. int(claim.lease_end))
  -- While it waits nothing else is written of it.
  if order.record.waiting then count_look(order) end
  local value = { order = order.json, version = order.v, context = context, short = order.short }
  -- Leased all the same: it stands behind orders refused earlier, and this tick's shards pass it
  -- by.
  if not ended and not take_share(claim, order.record.dex, order.record.operatorAddress) then value.waits = 'venue_share' end
  claim.orders[#claim.orders + 1] = { name = member, value = value }
  return claim.lease_end
end

-- A damaged record stops no other.
local function claim_order(claim, member)
  local readable, due = pcall(claim_readable, claim, member)
  if readable then return due end
  claim.unreadable[#claim.unreadable + 1] = member
  return claim.lease_end
end

-- All due orders of a vault at once, since its slices run one after another. None while another
-- claim holds one.
local function claim_vault(claim, chain, operator, member, due)
  local vault, id = string.match(member, '^(.*):(%d+)$')
  local members, busy_until = { { name = member, due = due } }, 0
  for _, other in ipairs(call('SMEMBERS', K.activeOrders(vault, chain))) do
    if other ~= id then
      local token, leased_until = lease_of(hget(K.order(vault, other), 'lease'))
      if token ~= tonumber(claim.token) and claim.now < leased_until then busy_until = math.max(busy_until, leased_until) end
      local name = order_member(vault, other)
      local score = tonumber(call('ZSCORE', K.dueOf(chain, operator), name) or nil)
      if score and score < claim.now then members[#members + 1] = { name = name, due = score } end
    end
  end
  table.sort(members, function(a, b)
    if a.due ~= b.due then return a.due < b.due end
    return a.name < b.name
  end)
  for _, each in ipairs(members) do
    put_due(chain, operator, each.name, busy_until > 0 and busy_until or claim_order(claim, each.name))
  end
end

-- For an order whose attempt this claim has ended. The attempt was the claim's part, so this takes
-- no other operator's turn.
local function claim_freed(claim, freed)
  local member = order_member(freed.vault, int(freed.id))
  local due = tonumber(call('ZSCORE', K.dueOf(freed.chain, freed.operator), member) or nil)
  if not due or due >= claim.now then return end
  claim_vault(claim, freed.chain, freed.operator, member, due)
  settle_turn(freed.chain, freed.operator)
end

local function first_of(turn)
  local first = call('ZRANGE', K.dueOf(turn.chain, turn.name), 0, 0, 'WITHSCORES')
  return first[1], tonumber(first[2]) or math.huge
end

-- Behind all operators that wait now, before all that come later.
local function go_behind(claim, chain, operator)
  local turns, bound = K.dueTurns(chain), claim.now * TURNS_PER_MS
  local last = call('ZREVRANGEBYSCORE', turns, '(' .. int(bound), '-inf', 'WITHSCORES', 'LIMIT', 0, 1)
  call('ZADD', turns, int(math.min((tonumber(last[2]) or 0) + 1, bound - 1)), operator)
end

local function take_turns(claim, queue)
  local next_turn = 1
  while queue[next_turn] and #claim.orders < claim.limit and claim.turns_left > 0 do
    local turn = queue[next_turn]
    next_turn, claim.turns_left = next_turn + 1, claim.turns_left - 1
    local member, due = first_of(turn)
    if due < claim.now then
      claim_vault(claim, turn.chain, turn.name, member, due)
      turn.served = true
      queue[#queue + 1] = turn
    else
      settle_turn(turn.chain, turn.name)
    end
  end
  for i = next_turn, #queue do
    local turn = queue[i]
    local _, due = first_of(turn)
    if turn.served and due < claim.now then go_behind(claim, turn.chain, turn.name)
    elseif turn.served then settle_turn(turn.chain, turn.name) end
  end
end

-- The last vault's other orders may pass the limit. A queue with nothing to claim makes room for
-- the next.
local function claim_orders(claim)
  claim.turns_left = claim.limit * MAX_TURNS_PER_ORDER
  while #claim.orders < claim.limit and claim.turns_left > 0 do
    local queue = first_due(claim, K.dueTurns, claim.now * TURNS_PER_MS, claim.limit)
    if #queue == 0 then return end
    take_turns(claim, queue)
  end
  claim.is_full = true
end

local function read_due_attempt(id, now)
  local fields = call('HMGET', K.attempt(id), 'status', 'lease', 'chain', 'vault', 'operator', 'order', 'agent')
  if not fields[1] or is_final(fields[1]) then return nil end
  local order = fields[6] and load_order(fields[4], fields[6]) or nil
  local value = {
    attempt = attempt_view(id), context = context_of(now, tonumber(fields[3]), fields[4], fields[5]),
    order = order and order.json or nil, orderVersion = order and order.v or nil,
  }
  value.lowestOpen, value.watchedNonces = nonce_queue_of(fields[3], fields[7]).lowestOpen, watched_nonces(fields[3], fields[7])
  return value, fields[2] or nil
end

local function claim_attempts(claim)
  local due = first_due(claim, K.attemptsOpen, claim.now, claim.limit)
  claim.is_full = claim.is_full or #due >= claim.limit
  for i = 1, math.min(#due, claim.limit) do
    local key, id = K.attemptsOpen(due[i].chain), due[i].name
    local readable, value, lease = pcall(read_due_attempt, id, claim.now)
    local _, leased_until = lease_of(readable and lease)
    if not readable then
      call('ZADD', key, int(claim.lease_end), id)
      claim.unreadable[#claim.unreadable + 1] = id
    elseif not value then
      call('ZREM', key, id)
    elseif claim.now < leased_until then
      call('ZADD', key, int(leased_until), id)
    else
      call('HSET', K.attempt(id), 'lease', claim.token .. ':' .. int(claim.lease_end))
      call('ZADD', key, int(claim.lease_end), id)
      claim.attempts[#claim.attempts + 1] = { name = id, value = value }
    end
  end
end

local function read_watched(id)
  local view = attempt_view(id)
  return view and { attempt = view, paired = has_channel(hget(K.attempt(id), 'operator')) }
end

local function read_venue_order(id)
  local view = venue_order_view(id)
  if not view or view.status ~= 'waiting' then return nil end
  local operator = cjson.decode(view.json).operator
  if type(operator) ~= 'string' then error('the record of an order at a venue is damaged') end
  return { order = view, paired = has_channel(operator) }
end

-- Checks are idempotent and an end is written once: no lease, the next look is moved.
local function claim_looks(claim, key_of, limit, read, into, forget)
  local due = first_due(claim, key_of, claim.now, limit)
  claim.is_full = claim.is_full or #due >= limit
  for i = 1, math.min(#due, limit) do
    local key, id = key_of(due[i].chain), due[i].name
    local readable, value = pcall(read, id)
    if readable and not value then
      forget(id, due[i].chain)
    else
      call('ZADD', key, int(claim.lease_end), id)
      local found = readable and into or claim.unreadable
      found[#found + 1] = readable and { name = id, value = value } or id
    end
  end
end

local function claim_watched(claim)
  claim_looks(claim, K.attemptsWatched, claim.limit * WATCHED_PER_ORDER, read_watched, claim.watched, stop_watching)
end

local function claim_venue_orders(claim)
  claim_looks(claim, K.venueOrdersDue, claim.limit, read_venue_order, claim.venue_orders,
    function(id, chain) call('ZREM', K.venueOrdersDue(chain), id) end)
end

-- Chains that still have something due; nothing unless a limit was reached.
local function count_left(claim)
  local left = {}
  if not claim.is_full then return left end
  for _, chain in ipairs(claim.chains) do
    local orders, attempts = count_due(K.due(chain), claim.now), count_due(K.attemptsOpen(chain), claim.now)
    local watched, followed = count_due(K.attemptsWatched(chain), claim.now), count_due(K.venueOrdersDue(chain), claim.now)
    if orders + attempts + watched + followed > 0 then
      left[#left + 1] = { chainId = chain, orders = orders, attempts = attempts, watched = watched, venueOrders = followed > 0 and followed or nil }
    end
  end
  return left
end
`;
