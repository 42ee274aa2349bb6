import { GRANT_LIMITS } from "../../../schemas/agent-grant.ts";

/** Needs luaAttempts, luaNav, luaVenuePrices, luaSettings, luaDecimals and luaSpent. */
export const luaContext = `
-- operator may be nil: then only the vault's facts are read.
local function context_of(now, chain, vault, operator)
  local keys = { K.delegation(chain, vault), K.frozen(vault) }
  if operator then
    keys[3], keys[4], keys[5] = K.boundForm(operator), K.channels(operator), K.lossLimits(operator, chain, vault)
    keys[6], keys[7] = K.perpLimits(operator, chain, vault), K.webhooks(operator)
    keys[8] = K.limits(operator, chain, vault)
  end
  -- One command for all eight: a claim reads this for every order.
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
 * Field -> `value|expiresAtMs`. The expiry is the first ms without the value. The loss budget is a vault's own (`dayBps|weekBps`, and
 * `|syncDayBps` once that was set), else what its operator set for all vaults.
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

/** The same for a call by a grant, in which everything per operator is the grant's owner's. Needs luaContext and luaGrants. */
export const luaGrantContext = `
-- by: { id, agent }, or nil. Where the grant does not hold, nothing of any operator is read.
local function context_for(now, chain, vault, operator, by)
  if not by then return context_of(now, chain, vault, operator), operator end
  local grant, fault, scope = grant_for(by, chain, vault, now)
  local owner = grant and grant.record.owner or nil
  local context = context_of(now, chain, vault, owner)
  context.grant, context.grantFault, context.tokenScope = grant and grant.json, fault, by.token and scope or nil
  return context, owner
end
`;

/** Grants as calls, intents and approvals meet them: read in the script that decides, and remembered nowhere. Needs no other piece. */
export const luaGrants = `
local function load_grant(id)
  local fields = call('HMGET', K.grant(id), 'json', 'ended', 'used')
  if not fields[1] then return nil end
  return { json = fields[1], record = cjson.decode(fields[1]), ended = fields[2] or nil, used = tonumber(fields[3] or nil) }
end

-- Why it is over; nil while it lasts.
local function end_of_grant(grant, now)
  if grant.ended then return 'ended' end
  if now >= grant.record.expiresAtMs then return 'expired' end
  return nil
end

-- The scope by which a grant is called: all of it by its agent's own signature, else its token's. nil and why: it is neither.
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

-- The grant that a call names, if it is its agent's own, for this vault and chain, and lasts, and the scope; else nil and why.
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
`;

/** Counts a call of a grant, whose agent was verified or has a token. Needs luaGrants and luaPayments. */
export const luaGrantCalls = `
-- nil: it is no grant of this agent's, or over. Else whether it may be run, and the seconds until the next may.
local function count_grant_call(by, now)
  local grant = load_grant(by.id)
  if not grant or not scope_by(grant, by, now) or end_of_grant(grant, now) then return nil end
  local calls, wait = count_in_window('grant:' .. by.id, 60000, now)
  call('HSET', K.grant(by.id), 'used', int(now))
  return calls <= ${GRANT_LIMITS.callsPerMinute}, wait
end
`;

/** What a grant's own calls may give away, in the step that writes their intent. Needs luaDecimals, luaSpent and luaGrants. */
export const luaGrantLimits = `
-- Why this attempt may not be opened by its grant, and the figures of its limit where that is why; nil where it may.
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

-- Taken back with what the vault's own limits count (lua-spent.ts).
local function grant_spend_add(attempt, by, now)
  local key, bucket = K.grantSpent(attempt.chainId, attempt.grant), int(math.floor(now / SPENT_BUCKET_MS))
  change_spent(key, bucket, 'all=' .. by.value, dec_add)
  drop_old_spent(key, now)
  call('HSET', K.attempt(attempt.id), 'grantSpend', by.value, 'grantBucket', bucket, 'grant', attempt.grant)
end
`;
