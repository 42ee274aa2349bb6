import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { VALUE_WINDOWS } from "./value-windows.ts";

/**
 * The 24-hour NAV baseline (decision 32): the highest value of each half hour. A bucket counts while its end lies within
 * 24 hours, so the window is 24 h to 24 h 30 min: never shorter than the rule. Values are digits without leading zeros
 * (up to 78), compared by length and then digit by digit, because Lua's numbers hold 15.
 */
export const luaNav = `
local BUCKET_MS, WINDOW_MS = ${VALUE_WINDOWS.bucketMs}, ${VALUE_WINDOWS.dayMs}

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

local function nav_record(chain, vault, value, now)
  local key = K.nav(chain, vault)
  local bucket = int(math.floor(now / BUCKET_MS))
  local held = hget(key, bucket)
  if not held or nav_higher(value, held) then call('HSET', key, bucket, value) end
  for _, other in ipairs(call('HKEYS', key)) do
    if not nav_in_window(other, now) then call('HDEL', key, other) end
  end
  call('EXPIRE', key, ${ATTEMPT_KEYS.nav.ttlSec})
end
`;
