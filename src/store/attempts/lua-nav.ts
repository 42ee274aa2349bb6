import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { VALUE_WINDOWS } from "./lua-decimals.ts";

/**
 * Decisions 32 and 400: the highest confirmed value of each half hour. A value is confirmed by one that is seen at least ten minutes later,
 * and the lower of the two counts; what nobody confirms never counts. A bucket counts while its end lies within 24 hours, so the window is
 * 24 h to 24 h 30 min. Values are digits without leading zeros (up to 78), compared by length and then digit by digit, because Lua's numbers
 * hold 15.
 */
export const luaNav = `
local BUCKET_MS, WINDOW_MS, CONFIRM_MS = ${VALUE_WINDOWS.bucketMs}, ${VALUE_WINDOWS.dayMs}, ${VALUE_WINDOWS.confirmMs}
-- Values of the last ten minutes that are kept by themselves: only higher ones than before are, so this many are never seen in earnest.
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

-- The highest value seen at least ten minutes ago, and the highest of those since; what has become old enough is put into its half hour.
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

-- Keeps what was seen now, and gives what it confirms, which is the high of its half hour where that is higher.
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
