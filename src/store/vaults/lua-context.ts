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
