/** What a grant's own calls may give away, in the step that writes their intent. Needs luaDecimals, luaSpent and luaGrants. */
export const luaGrantLimits = `
-- Why this attempt may not be opened by its grant, and the figures of its limit where that is why; nil where it may.
local function refusal_of_grant(attempt, by, now)
  local grant = load_grant(attempt.grant)
  if not grant or end_of_grant(grant, now) then return 'grant_ended' end
  local record = grant.record
  local is_here = type(record.chainId) ~= 'number' or record.chainId == attempt.chainId
  if record.vault ~= attempt.vault or record.owner ~= attempt.operator or not is_here then return 'grant_ended' end
  if record.scope ~= 'trade' or not record.maxPerDay then return 'grant_ended' end
  local used = spent_at(K.grantSpent(attempt.chainId, attempt.grant), now)
  local allowed = record.maxPerDay.amountBase
  if by.value ~= '0' and dec_compare(dec_add(used, by.value), allowed) > 0 then
    return 'limit_exceeded', { limit = 'maxPerDay', used = used, wanted = by.value, allowed = allowed }
  end
  return nil
end

-- Taken back with what the vault's own limits count (lua-spent.ts).
local function grant_spend_add(attempt, by, now)
  local key, bucket = K.grantSpent(attempt.chainId, attempt.grant), int(math.floor(now / SPENT_BUCKET_MS))
  change_spent(key, bucket, 'all=' .. by.value, dec_add)
  drop_old_spent(key, now)
  call('HSET', K.attempt(attempt.id), 'grantSpend', by.value, 'grantBucket', bucket, 'grant', attempt.grant)
end
`;
