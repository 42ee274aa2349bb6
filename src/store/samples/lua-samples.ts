import { SAMPLE_RULES } from "../../../schemas/vaults/sample-rules.ts";
import { SAMPLE_KEYS } from "./sample-keys.ts";

/**
 * A vault's samples: `<hour>` -> `seconds|figures|up|down|cadence`. `seconds` into that hour,
 * `figures` are opaque to Lua; `up` and `down` are what syncs moved per unit since the sample
 * before, decimals. An hour and a day of a vault begin at its own offset, so that not all are due
 * at once.
 */
export const luaSamples = `
local HOUR_MS, SAMPLES_TTL_SEC = ${SAMPLE_RULES.hourMs}, ${SAMPLE_KEYS.samples.ttlSec}
local HOURS_KEPT, DAYS_KEPT, BUSY_MS = ${SAMPLE_RULES.hoursKept}, ${SAMPLE_RULES.daysKept}, ${SAMPLE_RULES.busyMs}

local function sample_offset(vault) return tonumber(string.sub(vault, -4), 16) % 3600 * 1000 end
local function sample_hour(vault, ms) return math.floor((ms - sample_offset(vault)) / HOUR_MS) end
-- The hour of the day of a vault that is sampled daily.
local function next_daily_hour(vault, hour)
  local at = math.floor(hour / 24) * 24 + tonumber(string.sub(vault, -6, -5), 16) % 24
  return at > hour and at or at + 24
end

local function samples_member(chain, vault) return int(chain) .. ':' .. string.lower(vault) end

local function is_sampled(chain, vault)
  local text = get(K.delegation(chain, vault))
  local record = text and cjson.decode(text)
  return record and record.enabled and record or nil
end

-- At once, unless it is due already.
local function begin_samples(chain, vault, now)
  local member = samples_member(chain, vault)
  if not call('ZSCORE', K.samplesDue(), member) then call('ZADD', K.samplesDue(), int(now), member) end
end

local function hour_begins_sec(vault, hour) return (hour * HOUR_MS + sample_offset(vault)) / 1000 end

local function read_sample(vault, hour, text)
  local seconds, figures, up, down, cadence = string.match(text, '^(%d+)|(.*)|(%d+)|(%d+)|([hd])$')
  hour = tonumber(hour)
  return { hour = hour, sec = hour_begins_sec(vault, hour) + tonumber(seconds), figures = figures, up = up, down = down, cadence = cadence }
end

local function sample_text(seconds, sample)
  return int(seconds) .. '|' .. sample.figures .. '|' .. sample.up .. '|' .. sample.down .. '|' .. sample.cadence
end

local function put_sample(key, vault, sample)
  call('HSET', key, int(sample.hour), sample_text(sample.sec - hour_begins_sec(vault, sample.hour), sample))
end

local function sorted_samples(key, vault)
  local flat, samples = call('HGETALL', key), {}
  for i = 1, #flat, 2 do
    if string.match(flat[i], '^%d+$') then samples[#samples + 1] = read_sample(vault, flat[i], flat[i + 1]) end
  end
  table.sort(samples, function(a, b) return a.hour < b.hour end)
  return samples
end

-- Of what is older than the hours kept, the first of each day stays. What was moved before one that
-- goes is the next one's; answers what no other takes.
local function thin_samples(key, vault, hour)
  local day_before, up, down = nil, '0', '0'
  for _, sample in ipairs(sorted_samples(key, vault)) do
    local day, is_old = math.floor(sample.hour / 24), sample.hour < hour - HOURS_KEPT
    if sample.hour < hour - DAYS_KEPT * 24 or (is_old and day == day_before) then
      up, down = dec_add(up, sample.up), dec_add(down, sample.down)
      call('HDEL', key, int(sample.hour))
    else
      local was_hourly = is_old and sample.cadence == 'h'
      if was_hourly then sample.cadence = 'd' end
      if up ~= '0' or down ~= '0' or was_hourly then
        sample.up, sample.down = dec_add(sample.up, up), dec_add(sample.down, down)
        put_sample(key, vault, sample)
        up, down = '0', '0'
      end
      day_before = is_old and day or nil
    end
  end
  return up, down
end

-- A sample that saw the move already is the one that it is counted in.
local function move_samples(chain, vault, per_unit, sign, until_ms)
  local key, side = K.samples(chain, vault), sign > 0 and 'up' or 'down'
  if call('EXISTS', key) == 0 then return end
  for _, sample in ipairs(sorted_samples(key, vault)) do
    if sample.sec * 1000 > until_ms then
      sample[side] = dec_add(sample[side], per_unit)
      put_sample(key, vault, sample)
      return
    end
  end
  call('HSET', key, side, dec_add(hget(key, side) or '0', per_unit))
end

local function samples_of(chain, vault)
  local samples = {}
  for _, sample in ipairs(sorted_samples(K.samples(chain, vault), vault)) do
    samples[#samples + 1] = sample_text(sample.sec, sample)
  end
  return samples
end

-- Its owner looks: hourly from now on, and at once where nothing was sampled yet.
local function look_at_samples(chain, vault, now)
  if not is_sampled(chain, vault) then return end
  begin_samples(chain, vault, now)
  call('HSET', K.samples(chain, vault), 'seen', int(now))
  call('EXPIRE', K.samples(chain, vault), SAMPLES_TTL_SEC)
end
`;
