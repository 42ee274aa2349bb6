import { SETTINGS_DEFAULTS } from "../../../schemas/operator-settings.ts";
import { SYNC_LIMITS } from "../../../schemas/sync-limits.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";

/**
 * As parts of the vault's value there: a sync lowers NAV per unit on purpose, so neither shield nor loss budget sees it as a loss, and many
 * small ones are as much as one large one. Sums as those of losses. Needs luaSettings, luaAttempts and luaLosses.
 */
export const luaSyncs = `
-- In basis points of 24 hours. Unless a signature was made for more: the NAV Shield's threshold, and never more than that is by default, because
-- raising the shield takes an ordinary signature.
local function unsigned_sync_limit(settings)
  return math.min(tonumber(settings.navShieldBps) or ${SETTINGS_DEFAULTS.navShieldBps}, ${SETTINGS_DEFAULTS.navShieldBps})
end

local function sync_limit(operator, chain, vault, now)
  local settings = with_own_limits(effective_settings(operator, now), get(K.lossLimits(operator, chain, vault)))
  return tonumber(settings.syncDayBps) or unsigned_sync_limit(settings)
end

-- The figures, where this sync would bring a sum above what is allowed. Equal passes.
local function over_syncs(attempt, ppb, now)
  local day, week = sum_losses(call('HGETALL', K.syncs(attempt.chainId, attempt.vault)), now)
  local limit = sync_limit(attempt.operator, attempt.chainId, attempt.vault, now)
  local week_limit = limit * ${SYNC_LIMITS.weekTimesDay}
  if day + ppb <= limit * PPB_OF_BPS and week + ppb <= week_limit * PPB_OF_BPS then return nil end
  return { syncPpb = ppb, dayPpb = day, weekPpb = week, dayLimitBps = limit, weekLimitBps = week_limit }
end

-- Counted from the intent on, in the half hour of now.
local function sync_add(attempt, ppb, now)
  local key, bucket = K.syncs(attempt.chainId, attempt.vault), int(math.floor(now / LOSS_BUCKET_MS))
  call('HINCRBY', key, bucket, int(ppb))
  for _, other in ipairs(call('HKEYS', key)) do
    if loss_age(other, now) > LOSS_WEEK_MS then call('HDEL', key, other) end
  end
  call('EXPIRE', key, ${ATTEMPT_KEYS.syncs.ttlSec})
  call('HSET', K.attempt(attempt.id), 'sync', int(ppb), 'syncBucket', bucket)
end
`;
