/** An operator's settings: field -> `value|expiresAtMs`. The expiry is the first ms without the value. */
export const luaSettings = `
local function effective_settings(operator, now)
  local fields, settings = call('HGETALL', K.settings(operator)), {}
  for i = 1, #fields, 2 do
    local value, expires = string.match(fields[i + 1], '^(.-)|(%d*)$')
    if expires == '' or now < tonumber(expires) then settings[fields[i]] = value end
  end
  return settings
end
`;
