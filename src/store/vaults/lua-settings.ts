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
