import { SYNC_LIMITS } from "../../../schemas/orders/sync-limits.ts";
import { SETTINGS_DEFAULTS } from "../../../schemas/vaults/operator-settings.ts";
import { PARTS_PER_BILLION } from "../../lib/parse-units.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { VALUE_WINDOWS } from "./lua-decimals.ts";

/**
 * Rolling loss budget: losses per unit in parts per billion (1 bps = 100,000), a sum per half hour.
 * A half hour counts while its end is within the window: never too short, at most 30 minutes too
 * long.
 */
export const luaLosses = `
local LOSS_BUCKET_MS, LOSS_DAY_MS, LOSS_WEEK_MS = ${VALUE_WINDOWS.bucketMs}, ${VALUE_WINDOWS.dayMs}, ${VALUE_WINDOWS.weekMs}
local PPB_OF_BPS = ${PARTS_PER_BILLION.perBps}

local function loss_age(bucket, now) return now - (tonumber(bucket) + 1) * LOSS_BUCKET_MS end

local function add_to_sums(key, bucket, ppb, now)
  call('HINCRBY', key, bucket, int(ppb))
  for _, other in ipairs(call('HKEYS', key)) do
    if loss_age(other, now) > LOSS_WEEK_MS then call('HDEL', key, other) end
  end
  call('EXPIRE', key, ${ATTEMPT_KEYS.losses.ttlSec})
end

-- flat: bucket, loss, bucket, loss..
local function sum_losses(flat, now)
  local day, week = 0, 0
  for i = 1, #flat, 2 do
    local age, ppb = loss_age(flat[i], now), tonumber(flat[i + 1])
    if age <= LOSS_WEEK_MS then week = week + ppb end
    if age <= LOSS_DAY_MS then day = day + ppb end
  end
  return day, week
end

-- An attempt's own part, as sum_losses takes it.
local function held_loss(id)
  local fields = call('HMGET', K.attempt(id), 'lossBucket', 'loss', 'lossBack')
  if not fields[1] or fields[3] then return {} end
  return { fields[1], fields[2] }
end

-- Worst losses of the wallet's other open attempts; most of this will be given back.
local function open_losses(attempt)
  local flat = {}
  for _, id in ipairs(call('ZRANGE', K.nonceQueueOpen(attempt.chainId, attempt.agent), 0, -1)) do
    if id ~= attempt.id then
      for _, value in ipairs(held_loss(id)) do flat[#flat + 1] = value end
    end
  end
  return flat
end

local function loss_limits(operator, chain, vault, now)
  local settings = with_own_limits(effective_settings(operator, now), get(K.lossLimits(operator, chain, vault)))
  return tonumber(settings.lossDayBps) or ${SETTINGS_DEFAULTS.lossDayBps}, tonumber(settings.lossWeekBps) or ${SETTINGS_DEFAULTS.lossWeekBps}
end

-- Figures if this loss, in place of the attempt's own part, exceeds a limit; equal passes. isHeld:
-- it would fit if nothing else were open.
local function over_loss_budget(attempt, loss, now)
  local day, week = sum_losses(call('HGETALL', K.losses(attempt.chainId, attempt.vault)), now)
  local own_day, own_week = sum_losses(held_loss(attempt.id), now)
  day, week = day - own_day, week - own_week
  local day_limit, week_limit = loss_limits(attempt.operator, attempt.chainId, attempt.vault, now)
  local function fits(a, b) return a + loss <= day_limit * PPB_OF_BPS and b + loss <= week_limit * PPB_OF_BPS end
  if fits(day, week) then return nil end
  local open_day, open_week = sum_losses(open_losses(attempt), now)
  return {
    lossPpb = loss, dayPpb = day, weekPpb = week, dayLimitBps = day_limit, weekLimitBps = week_limit,
    isHeld = fits(day - open_day, week - open_week),
  }
end

-- Counted from the intent on, in place of the attempt's earlier part. No receipt corrects below the
-- floor.
local function loss_add(attempt, loss, floor, now)
  if loss <= 0 then return end
  local key, bucket = K.losses(attempt.chainId, attempt.vault), int(math.floor(now / LOSS_BUCKET_MS))
  take_loss_back(K.attempt(attempt.id), attempt.chainId, attempt.vault)
  add_to_sums(key, bucket, loss, now)
  call('HSET', K.attempt(attempt.id), 'loss', int(loss), 'lossBucket', bucket, 'lossFloor', int(floor or 0))
  call('HDEL', K.attempt(attempt.id), 'lossBack')
end
`;

/**
 * Syncs lower NAV per unit on purpose, so no shield sees them, and many small ones equal a large
 * one: sums of parts of the vault's value, kept as losses are.
 */
export const luaSyncs = `
-- Daily limit in bps until one is signed: the NAV Shield's threshold, capped at its default,
-- because raising the shield takes only an ordinary signature.
local function unsigned_sync_limit(settings)
  return math.min(tonumber(settings.navShieldBps) or ${SETTINGS_DEFAULTS.navShieldBps}, ${SETTINGS_DEFAULTS.navShieldBps})
end

local function sync_limit(operator, chain, vault, now)
  local settings = with_own_limits(effective_settings(operator, now), get(K.lossLimits(operator, chain, vault)))
  return tonumber(settings.syncDayBps) or unsigned_sync_limit(settings)
end

-- Equal passes.
local function over_syncs(attempt, ppb, now)
  local day, week = sum_losses(call('HGETALL', K.syncs(attempt.chainId, attempt.vault)), now)
  local limit = sync_limit(attempt.operator, attempt.chainId, attempt.vault, now)
  local week_limit = limit * ${SYNC_LIMITS.weekTimesDay}
  if day + ppb <= limit * PPB_OF_BPS and week + ppb <= week_limit * PPB_OF_BPS then return nil end
  return { syncPpb = ppb, dayPpb = day, weekPpb = week, dayLimitBps = limit, weekLimitBps = week_limit }
end

local function sync_add(attempt, ppb, now)
  local key, bucket = K.syncs(attempt.chainId, attempt.vault), int(math.floor(now / LOSS_BUCKET_MS))
  add_to_sums(key, bucket, ppb, now)
  call('HSET', K.attempt(attempt.id), 'sync', int(ppb), 'syncBucket', bucket)
end
`;
