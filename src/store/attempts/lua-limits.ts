/** The limits of 24 hours, and how a call is counted. Needs luaDecimals and luaSpent. */
export const luaLimits = `
-- The figures, where this call would bring a sum above its limit. Equal passes.
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

-- Counted from the intent on, in the half hour of now.
local function spend_add(attempt, spend, now)
  local key, bucket, text = K.spent(attempt.chainId, attempt.vault), int(math.floor(now / SPENT_BUCKET_MS)), 'all=' .. spend.all
  for _, bought in ipairs(spend.bought) do text = text .. ' ' .. bought.token .. '=' .. bought.value end
  change_spent(key, bucket, text, dec_add)
  drop_old_spent(key, now)
  call('HSET', K.attempt(attempt.id), 'spend', text, 'spendBucket', bucket)
end
`;
