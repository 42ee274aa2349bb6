/** Where value moved to or from another chain on purpose. Needs luaNav. Values have up to 78 digits, so they are added digit by digit. */
export const luaNavShift = `
-- Digits plus (sign 1) or minus (sign -1) digits; '0' where more is taken than there is.
local function digits_moved(a, b, sign)
  if sign < 0 and not nav_higher(a, b) then return '0' end
  local length = math.max(#a, #b) + 1
  local out, carry = {}, 0
  for i = 1, length do
    local x = i <= #a and string.byte(a, #a - i + 1) - 48 or 0
    local y = i <= #b and string.byte(b, #b - i + 1) - 48 or 0
    local sum = x + sign * y + carry
    carry = math.floor(sum / 10)
    out[length - i + 1] = int(sum - carry * 10)
  end
  local text = string.gsub(table.concat(out), '^0+', '')
  if text == '' then return '0' end
  return text
end

-- What was seen up to a moment, confirmed or not, as if the move had been made before.
local function nav_shift(chain, vault, per_unit, sign, until_ms)
  local last = math.floor(until_ms / BUCKET_MS)
  local function shift(key, is_before)
    local flat = call('HGETALL', key)
    for i = 1, #flat, 2 do
      if is_before(flat[i]) then call('HSET', key, flat[i], digits_moved(flat[i + 1], per_unit, sign)) end
    end
  end
  shift(K.nav(chain, vault), function(bucket) return tonumber(bucket) <= last end)
  shift(K.navSeen(chain, vault), function(field)
    return (tonumber(string.match(field, '^b(%d+)$') or nil) or math.floor(tonumber(field) / BUCKET_MS)) <= last
  end)
end
`;
