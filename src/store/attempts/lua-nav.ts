import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { VALUE_WINDOWS } from "./lua-decimals.ts";

/**
 * Decisions D21 and D22: the highest confirmed value per half hour. A value counts once another,
 * ten minutes later or more, confirms it; the lower of the two is taken. The window is 24 h to 24 h
 * 30 min. Values are up to 78 digits without leading zeros; Lua's numbers hold 15, so texts are
 * compared.
 */
export const luaNav = `
local BUCKET_MS, WINDOW_MS, CONFIRM_MS = ${VALUE_WINDOWS.bucketMs}, ${VALUE_WINDOWS.dayMs}, ${VALUE_WINDOWS.confirmMs}
-- Fresh values are kept only in rising order, so real ones stay far below this bound.
local MAX_FRESH = 40

local function nav_higher(a, b)
  if #a ~= #b then return #a > #b end
  return a > b
end

local function nav_in_window(bucket, now) return now - (tonumber(bucket) + 1) * BUCKET_MS <= WINDOW_MS end

local function nav_baseline(chain, vault, now)
  local buckets = call('HGETALL', K.nav(chain, vault))
  local best = nil
  for i = 1, #buckets, 2 do
    if nav_in_window(buckets[i], now) and (not best or nav_higher(buckets[i + 1], best)) then best = buckets[i + 1] end
  end
  return best
end

-- Highest value at least ten minutes old, highest younger one. Folds old ones into their half hour.
local function nav_seen(chain, vault, now)
  local key = K.navSeen(chain, vault)
  local flat, old, fresh, count = call('HGETALL', key), nil, nil, 0
  local kept, folded = {}, {}
  for i = 1, #flat, 2 do
    local bucket, value = string.match(flat[i], '^b(%d+)$'), flat[i + 1]
    if bucket and not nav_in_window(bucket, now) then
      call('HDEL', key, flat[i])
    elseif bucket or now - tonumber(flat[i]) >= CONFIRM_MS then
      if bucket then
        kept[bucket] = value
      else
        bucket = int(math.floor(tonumber(flat[i]) / BUCKET_MS))
        call('HDEL', key, flat[i])
      end
      if not folded[bucket] or nav_higher(value, folded[bucket]) then folded[bucket] = value end
    else
      count = count + 1
      if not fresh or nav_higher(value, fresh) then fresh = value end
    end
  end
  for bucket, value in pairs(folded) do
    if nav_in_window(bucket, now) then
      if kept[bucket] ~= value then call('HSET', key, 'b' .. bucket, value) end
      if not old or nav_higher(value, old) then old = value end
    end
  end
  return old, fresh, count
end

-- Answers the value that this one confirms; it becomes its half hour's high if it is higher.
local function nav_record(chain, vault, value, now)
  local key = K.nav(chain, vault)
  local old, fresh, count = nav_seen(chain, vault, now)
  if not fresh or (nav_higher(value, fresh) and count < MAX_FRESH) then
    call('HSET', K.navSeen(chain, vault), int(now), value)
  end
  call('EXPIRE', K.navSeen(chain, vault), ${ATTEMPT_KEYS.navSeen.ttlSec})
  for _, other in ipairs(call('HKEYS', key)) do
    if not nav_in_window(other, now) then call('HDEL', key, other) end
  end
  if not old then return nil end
  local confirmed = nav_higher(value, old) and old or value
  local bucket = int(math.floor(now / BUCKET_MS))
  local held = hget(key, bucket)
  if not held or nav_higher(confirmed, held) then call('HSET', key, bucket, confirmed) end
  call('EXPIRE', key, ${ATTEMPT_KEYS.nav.ttlSec})
  return confirmed
end
`;

/**
 * Shifts the record when value moves between chains on purpose. Digits are added one by one: up to
 * 78.
 */
export const luaNavShift = `
-- Adds (sign 1) or subtracts (sign -1), not below '0'.
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

-- Changes all values seen until then, as if the move had come first.
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
