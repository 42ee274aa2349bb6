import { SETTINGS_DEFAULTS } from "../../../schemas/operator-settings.ts";
import { KEY_TABLE } from "../key-table.ts";

/**
 * What executed calls have cost a vault per unit, for the rolling loss budget: sums in parts per billion (1 bps = 100,000),
 * one for each half hour, as the NAV baseline is kept. A half hour counts while its end lies within the window, so a loss
 * is held up to thirty minutes too long and never too short. Needs luaSettings.
 */
export const luaLosses = `
local LOSS_BUCKET_MS, LOSS_DAY_MS, LOSS_WEEK_MS, PPB_OF_BPS = 1800000, 86400000, 604800000, 100000

local function loss_age(bucket, now) return now - (tonumber(bucket) + 1) * LOSS_BUCKET_MS end

local function losses_of(chain, vault, now)
  local flat, day, week = call('HGETALL', K.losses(chain, vault)), 0, 0
  for i = 1, #flat, 2 do
    local age, ppb = loss_age(flat[i], now), tonumber(flat[i + 1])
    if age <= LOSS_WEEK_MS then week = week + ppb end
    if age <= LOSS_DAY_MS then day = day + ppb end
  end
  return day, week
end

local function loss_limits(operator, now)
  local settings = effective_settings(operator, now)
  return tonumber(settings.lossDayBps) or ${SETTINGS_DEFAULTS.lossDayBps}, tonumber(settings.lossWeekBps) or ${SETTINGS_DEFAULTS.lossWeekBps}
end

-- The figures, where this loss would bring a sum above its operator's limit. Equal passes.
local function over_loss_budget(attempt, loss, now)
  local day, week = losses_of(attempt.chainId, attempt.vault, now)
  local day_limit, week_limit = loss_limits(attempt.operator, now)
  if day + loss <= day_limit * PPB_OF_BPS and week + loss <= week_limit * PPB_OF_BPS then return nil end
  return { lossPpb = loss, dayPpb = day, weekPpb = week, dayLimitBps = day_limit, weekLimitBps = week_limit }
end

-- Counted from the intent on; the attempt remembers what to take back.
local function loss_add(attempt, loss, now)
  if loss <= 0 then return end
  local key, bucket = K.losses(attempt.chainId, attempt.vault), int(math.floor(now / LOSS_BUCKET_MS))
  call('HINCRBY', key, bucket, int(loss))
  for _, other in ipairs(call('HKEYS', key)) do
    if loss_age(other, now) > LOSS_WEEK_MS then call('HDEL', key, other) end
  end
  call('EXPIRE', key, ${KEY_TABLE.losses.ttlSec})
  call('HSET', K.attempt(attempt.id), 'loss', int(loss), 'lossBucket', bucket)
end
`;
