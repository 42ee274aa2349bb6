import { GRANT_LIMITS } from "../../../schemas/auth/agent-grant.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

export const luaContext = `
-- Without an operator only the vault's facts are read.
local function context_of(now, chain, vault, operator)
  local keys = { K.delegation(chain, vault), K.frozen(vault) }
  if operator then
    keys[3], keys[4], keys[5] = K.boundForm(operator), K.channels(operator), K.lossLimits(operator, chain, vault)
    keys[6], keys[7] = K.perpLimits(operator, chain, vault), K.webhooks(operator)
    keys[8] = K.limits(operator, chain, vault)
  end
  -- One command: a claim reads this for every order.
  local found = call('MGET', unpack(keys))
  local context = {
    settings = operator and with_own_limits(effective_settings(operator, now), found[5]) or {},
    delegation = found[1] or nil, frozen = not not found[2],
    boundSeen = not not found[3], paired = not not (found[4] or found[7]),
    navBaseline = nav_baseline(chain, vault, now), perpLimits = found[6] or nil,
    venuePrices = venue_prices_of(chain, now),
  }
  if found[8] then
    local day, tokens = spent_of(chain, vault, now)
    context.limits, context.spent = found[8], { day = day, tokens = {} }
    for token, value in pairs(tokens) do table.insert(context.spent.tokens, { token = token, value = value }) end
  end
  if context.delegation then context.nonceQueue = nonce_queue_of(chain, cjson.decode(context.delegation).agent) end
  return context
end
`;

/**
 * Settings are `value|expiresAtMs`; the expiry is the first ms without the value. A vault's own
 * loss budget (`dayBps|weekBps`, perhaps `|syncDayBps`) replaces its operator's.
 */
export const luaSettings = `
local function effective_settings(operator, now)
  local fields, settings = call('HGETALL', K.settings(operator)), {}
  for i = 1, #fields, 2 do
    local value, expires = string.match(fields[i + 1], '^(.-)|(%d*)$')
    if expires == '' or now < tonumber(expires) then settings[fields[i]] = value end
  end
  return settings
end

local function with_own_limits(settings, limits)
  if limits then
    settings.lossDayBps, settings.lossWeekBps = string.match(limits, '^(%d+)|(%d+)')
    settings.syncDayBps = string.match(limits, '^%d+|%d+|(%d+)$')
  end
  return settings
end
`;

/** A call by a grant reads as the grant's owner. */
export const luaGrantContext = `
-- by: { id, agent }, or nil. A grant that does not hold reads nothing of any operator.
local function context_for(now, chain, vault, operator, by)
  if not by then return context_of(now, chain, vault, operator), operator end
  local grant, fault, scope = grant_for(by, chain, vault, now)
  local owner = grant and grant.record.owner or nil
  local context = context_of(now, chain, vault, owner)
  context.grant, context.grantFault, context.tokenScope = grant and grant.json, fault, by.token and scope or nil
  return context, owner
end
`;

/** Grants are read in the script that decides, and remembered nowhere. */
export const luaGrants = `
local function load_grant(id)
  local fields = call('HMGET', K.grant(id), 'json', 'ended', 'used')
  if not fields[1] then return nil end
  return { json = fields[1], record = cjson.decode(fields[1]), ended = fields[2] or nil, used = tonumber(fields[3] or nil) }
end

local function end_of_grant(grant, now)
  if grant.ended then return 'ended' end
  if now >= grant.record.expiresAtMs then return 'expired' end
  return nil
end

-- The scope by which a grant is called: its own by its agent's signature, else its token's; else nil and why.
local function scope_by(grant, by, now)
  if not by.token then
    if grant.record.agent ~= by.agent then return nil, 'unknown' end
    return grant.record.scope
  end
  local kept = call('HGET', K.grantTokens(by.id), by.token) or ''
  local scope, expires = string.match(kept, '^(%a+)|(%d+)|')
  if not scope then return nil, 'unknown' end
  if now >= tonumber(expires) then return nil, 'expired' end
  return scope
end

-- Why a token opens nothing, whatever is called; nil where it holds, and of a call without one.
local function token_fault(by, now)
  if not by or not by.token then return nil end
  local grant = load_grant(by.id)
  if not grant then return 'unknown' end
  local _, fault = scope_by(grant, by, now)
  return fault or end_of_grant(grant, now)
end

-- The named grant if it belongs to this agent, vault and chain and lasts, and the scope; else nil and the fault.
local function grant_for(by, chain, vault, now)
  local grant = load_grant(by.id)
  if not grant then return nil, 'unknown' end
  local scope, not_proven = scope_by(grant, by, now)
  if not scope then return nil, not_proven end
  local record = grant.record
  if record.vault ~= string.lower(vault) then return nil, 'wrong_vault' end
  if type(record.chainId) == 'number' and record.chainId ~= tonumber(chain) then return nil, 'wrong_chain' end
  local over = end_of_grant(grant, now)
  if over then return nil, over end
  return grant, nil, scope
end

-- The grant by which an order was made, while it still trades there for the order's owner; else nil and why.
local function grant_of_order(record, now)
  local grant, fault = grant_for(record.grant, record.chainId, record.vaultAddress, now)
  if grant and (grant.record.owner ~= record.operatorAddress or grant.record.scope ~= 'trade') then return nil, 'unknown' end
  return grant, fault
end
`;

/** Bounds what an agent's refusals take of the vault's audit log. Needs no other piece. */
export const luaGrantRefusals = `
-- What an hour that is over, or this one where its grant ends, had beyond the entries: taken once.
local function take_refusals(id)
  local fields = call('HMGET', K.grantRefusals(id), 'hour', 'count')
  call('DEL', K.grantRefusals(id))
  local more = (tonumber(fields[2] or nil) or 0) - ${GRANT_LIMITS.refusalsPerHour}
  return more > 0 and { hour = tonumber(fields[1]), count = more } or nil
end

-- Whether one more has an entry of its own, and what the hour before had beyond its own.
local function count_refusal(id, now)
  local key, hour = K.grantRefusals(id), math.floor(now / ${GRANT_LIMITS.hourMs}) * ${GRANT_LIMITS.hourMs}
  local fields = call('HMGET', key, 'hour', 'count')
  local is_new = not fields[1] or tonumber(fields[1]) < hour
  local before = is_new and take_refusals(id) or nil
  local count = (is_new and 0 or tonumber(fields[2])) + 1
  call('HSET', key, 'hour', int(is_new and hour or tonumber(fields[1])), 'count', int(count))
  call('EXPIRE', key, ${VAULT_KEYS.grantRefusals.ttlSec})
  return count <= ${GRANT_LIMITS.refusalsPerHour}, before
end
`;

export const luaGrantCalls = `
-- For a verified agent: may the call run, and the seconds until the next may. nil: no such grant,
-- or over.
local function count_grant_call(by, now)
  local grant = load_grant(by.id)
  if not grant or not scope_by(grant, by, now) or end_of_grant(grant, now) then return nil end
  local calls, wait = count_in_window('grant:' .. by.id, 60000, now)
  call('HSET', K.grant(by.id), 'used', int(now))
  return calls <= ${GRANT_LIMITS.callsPerMinute}, wait
end
`;

/** A grant's own limit, in the step that writes the intent. */
export const luaGrantLimits = `
-- Code and, for a limit, its figures; nil: allowed.
local function refusal_of_grant(attempt, by, now)
  local grant = load_grant(attempt.grant)
  if not grant or end_of_grant(grant, now) then return 'grant_ended' end
  local record = grant.record
  local is_here = type(record.chainId) ~= 'number' or record.chainId == attempt.chainId
  if record.vault ~= attempt.vault or record.owner ~= attempt.operator or not is_here then return 'grant_ended' end
  if record.scope ~= 'trade' or not record.maxPerDay then return 'grant_ended' end
  local used = spent_at(K.grantSpent(attempt.chainId, attempt.grant), now)
  local allowed = record.maxPerDay.amountBase
  if by.value ~= '0' and dec_compare(dec_add(used, by.value), allowed) > 0 then
    return 'limit_exceeded', { limit = 'maxPerDay', used = used, wanted = by.value, allowed = allowed }
  end
  return nil
end

-- Taken back with the vault's own spend (lua-spent.ts).
local function grant_spend_add(attempt, by, now)
  local key, bucket = K.grantSpent(attempt.chainId, attempt.grant), int(math.floor(now / SPENT_BUCKET_MS))
  change_spent(key, bucket, 'all=' .. by.value, dec_add)
  drop_old_spent(key, now)
  call('HSET', K.attempt(attempt.id), 'grantSpend', by.value, 'grantBucket', bucket, 'grant', attempt.grant)
end
`;

/** A signed message is used once (decision D2, form c). */
export const luaSignedAction = `
local function use_up(operator, message_hash, now)
  local use = K.signedAction(operator, message_hash)
  return call('SET', use, int(now), 'NX', 'EX', ${VAULT_KEYS.signedAction.ttlSec})
end
`;
