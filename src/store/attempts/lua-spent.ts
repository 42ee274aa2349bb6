import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { VALUE_WINDOWS } from "./lua-decimals.ts";

/**
 * Spend against 24-hour limits, in base units of the base token at the vault's oracle: a sum per
 * half hour, of all and of each bought token. Up to 30 minutes too long, never too short. An
 * attempt keeps its own as `all=5 0xabc=5`.
 */
export const luaSpent = `
local SPENT_BUCKET_MS, SPENT_DAY_MS = ${VALUE_WINDOWS.bucketMs}, ${VALUE_WINDOWS.dayMs}

local function is_spent_lately(bucket, now)
  return now - (tonumber(bucket, 10) + 1) * SPENT_BUCKET_MS <= SPENT_DAY_MS
end

-- Last 24 hours: the total, and by bought token.
local function spent_of(chain, vault, now)
  local flat, day, tokens = call('HGETALL', K.spent(chain, vault)), '0', {}
  for i = 1, #flat, 2 do
    local bucket, token = string.match(flat[i], '^(%d+):(.+)$')
    if is_spent_lately(bucket, now) then
      if token == 'all' then day = dec_add(day, flat[i + 1]) else tokens[token] = dec_add(tokens[token] or '0', flat[i + 1]) end
    end
  end
  return day, tokens
end

local function spent_at(key, now)
  local flat, day = call('HGETALL', key), '0'
  for i = 1, #flat, 2 do
    local bucket = string.match(flat[i], '^(%d+):all$')
    if bucket and is_spent_lately(bucket, now) then day = dec_add(day, flat[i + 1]) end
  end
  return day
end

local function drop_old_spent(key, now)
  for _, field in ipairs(call('HKEYS', key)) do
    if not is_spent_lately(string.match(field, '^%d+'), now) then call('HDEL', key, field) end
  end
end

local function change_spent(key, bucket, spend, change)
  for name, value in string.gmatch(spend, '(%S+)=(%d+)') do
    local field = bucket .. ':' .. name
    call('HSET', key, field, change(hget(key, field) or '0', value))
  end
  call('EXPIRE', key, ${ATTEMPT_KEYS.spent.ttlSec})
end

local function take_spend_back(key, chain, vault)
  local fields = call('HMGET', key, 'spend', 'spendBucket', 'spendBack', 'grant', 'grantSpend', 'grantBucket')
  if fields[3] or not (fields[1] or fields[5]) then return end
  if fields[1] then change_spent(K.spent(chain, vault), fields[2], fields[1], dec_subtract) end
  if fields[5] then change_spent(K.grantSpent(chain, fields[4]), fields[6], 'all=' .. fields[5], dec_subtract) end
  call('HSET', key, 'spendBack', '1')
end
`;

export const luaLimits = `
-- Equal passes.
local function over_limits(attempt, spend, now)
  local day, tokens = spent_of(attempt.chainId, attempt.vault, now)
  local function over(used, wanted, allowed) return allowed and dec_compare(dec_add(used, wanted), allowed) > 0 end
  if over(day, spend.all, spend.allowed) then
    return { limit = 'maxPerDay', used = day, wanted = spend.all, allowed = spend.allowed }
  end
  for _, bought in ipairs(spend.bought) do
    local used = tokens[bought.token] or '0'
    if over(used, bought.value, bought.allowed) then
      return { limit = 'maxPerTokenPerDay', token = bought.token, used = used, wanted = bought.value, allowed = bought.allowed }
    end
  end
  return nil
end

local function spend_add(attempt, spend, now)
  local key, bucket, text = K.spent(attempt.chainId, attempt.vault), int(math.floor(now / SPENT_BUCKET_MS)), 'all=' .. spend.all
  for _, bought in ipairs(spend.bought) do text = text .. ' ' .. bought.token .. '=' .. bought.value end
  change_spent(key, bucket, text, dec_add)
  drop_old_spent(key, now)
  call('HSET', K.attempt(attempt.id), 'spend', text, 'spendBucket', bucket)
end
`;
