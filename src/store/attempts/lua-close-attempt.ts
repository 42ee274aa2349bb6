import { ATTEMPT_KEYS } from "./attempt-keys.ts";

export const luaCloseAttempt = `
-- A nonce given back below an open one leaves a hole: nothing above it could be mined.
local function nonce_needed(final)
  if final.status ~= 'never_sent' then return false end
  local fields = call('HMGET', K.attempt(final.id), 'chain', 'agent', 'nonce')
  local nonce_queue, nonce = nonce_queue_of(fields[1], fields[2]), tonumber(fields[3])
  return nonce_queue.highestOpen > nonce and (nonce_queue.highestConfirmed or -1) < nonce
end

-- Nothing marked as sent closes as never sent. An attempt whose nonce is needed is abandoned
-- instead: it is never sent, keeps its reason, and the resolver frees its nonce.
local function refusal_of_never_sent(final)
  if final.status ~= 'never_sent' then return nil end
  local key = K.attempt(final.id)
  local fields = call('HMGET', key, 'status', 'freeing')
  if fields[1] == 'sent' or (fields[2] or '') ~= '' then return 'attempt_sent' end
  if not nonce_needed(final) then return nil end
  call('HSET', key, 'abandoned', '1', 'json', final.json)
  call('HDEL', key, 'lease')
  return 'nonce_needed'
end

-- A receipt only lowers: the calldata's worst case was held.
local function correct_loss(key, chain, vault, ppb)
  local fields = call('HMGET', key, 'loss', 'lossBucket', 'lossBack', 'lossFloor')
  local loss = tonumber(fields[1])
  ppb = math.max(ppb, tonumber(fields[4]) or 0)
  if not loss or fields[3] or ppb >= loss then return end
  local losses = K.losses(chain, vault)
  local held = tonumber(hget(losses, fields[2])) or 0
  if held > 0 then call('HSET', losses, fields[2], int(math.max(0, held - loss + ppb))) end
  call('HSET', key, 'loss', int(ppb))
end

-- A receipt only lowers: the most that may leave was counted.
local function correct_spend(key, chain, vault, spent)
  local fields = call('HMGET', key, 'spend', 'spendBucket', 'spendBack')
  if not fields[1] or fields[3] then return end
  local less = dec_subtract(string.match(fields[1], '^all=(%d+)'), spent)
  if less == '0' then return end
  local sums, left = K.spent(chain, vault), {}
  for name, value in string.gmatch(fields[1], '(%S+)=(%d+)') do left[#left + 1] = name .. '=' .. dec_subtract(value, less) end
  local text = table.concat(left, ' ')
  change_spent(sums, fields[2], fields[1], dec_subtract)
  change_spent(sums, fields[2], text, dec_add)
  call('HSET', key, 'spend', text)
end

-- Bytes are recorded before they are sent. An end of unrecorded bytes shows that the store lost
-- some.
local function is_rewritten(final)
  local fields = call('HMGET', K.attempt(final.id), 'hashes', 'freeing')
  local known = ' ' .. (fields[1] or '') .. ' ' .. (fields[2] or '') .. ' '
  for _, list in ipairs({ final.hashes, final.freeingHashes }) do
    for _, hash in ipairs(list) do
      if not string.find(known, ' ' .. hash .. ' ', 1, true) then return true end
    end
  end
  return false
end

-- Every final status but never_sent has used its nonce. An attempt that a block decided is watched
-- on.
local function close_attempt(final, now)
  local key = K.attempt(final.id)
  local fields = call('HMGET', key, 'chain', 'agent', 'nonce', 'vault', 'spend', 'grantSpend')
  local chain, agent = fields[1], fields[2]
  audit_append(chain, fields[4], final.audit, now)
  local has_effect = final.status == 'confirmed' or final.isForgotten
  if not has_effect then
    take_loss_back(key, chain, fields[4])
    take_sync_back(key, chain, fields[4])
  end
  if (fields[5] or fields[6]) and not has_effect then take_spend_back(key, chain, fields[4]) end
  if fields[5] and final.status == 'confirmed' and final.spent then correct_spend(key, chain, fields[4], final.spent) end
  call('HSET', key, 'json', final.json, 'status', final.status)
  call('HDEL', key, 'lease')
  if final.status == 'confirmed' and final.lossPpb then correct_loss(key, chain, fields[4], final.lossPpb) end
  -- Value moved to another chain on purpose is no fall below the day's high.
  if final.status == 'confirmed' and final.navShift then nav_shift(chain, fields[4], final.navShift, -1, now) end
  if final.venueOrder then open_venue_order(final.id, chain, fields[4], final.venueOrder, now) end
  call('EXPIRE', key, ${ATTEMPT_KEYS.attempt.ttlSec})
  if final.isWatched then watch_attempt(final.id, chain, agent, fields[3], now) end
  -- It had no effect, so nobody will ever show it.
  if not has_effect and hget(key, 'perp') then call('SREM', K.unshownPerps(chain, fields[4]), final.id) end
  call('ZREM', K.attemptsOpen(chain), final.id)
  call('ZREM', K.nonceQueueOpen(chain, agent), final.id)
  local used = final.confirmedNonce or -1
  if final.status ~= 'never_sent' then used = math.max(used, tonumber(fields[3])) end
  local confirmed = tonumber(get(K.nonceQueueConfirmed(chain, agent))) or -1
  if used > confirmed then call('SET', K.nonceQueueConfirmed(chain, agent), int(used)) end
end
`;
