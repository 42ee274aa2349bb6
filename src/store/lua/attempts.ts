import { KEY_TABLE } from "../key-table.ts";

/** Attempts, the index of open ones and the nonce lane of an agent. Needs no other piece. */
export const luaAttempts = `
local function is_final(status) return status ~= 'prepared' and status ~= 'sent' end

local function attempt_view(id)
  local fields = call('HMGET', K.attempt(id), 'json', 'status', 'hashes', 'freeing', 'maxFeePerGas', 'maxPriorityFeePerGas')
  if not fields[1] then return nil end
  return {
    json = fields[1], status = fields[2], hashes = fields[3], freeingHashes = fields[4],
    maxFeePerGas = fields[5] or nil, maxPriorityFeePerGas = fields[6] or nil,
  }
end

local function add_word(key, field, word)
  local words = hget(key, field) or ''
  if string.find(' ' .. words .. ' ', ' ' .. word .. ' ', 1, true) then return end
  call('HSET', key, field, words == '' and word or words .. ' ' .. word)
end

local function lane_of(chain, agent)
  local key = K.laneOpen(chain, agent)
  local low, high = call('ZRANGE', key, 0, 0, 'WITHSCORES'), call('ZREVRANGE', key, 0, 0, 'WITHSCORES')
  return {
    agent = agent,
    highestConfirmed = tonumber(get(K.laneConfirmed(chain, agent))),
    lowestOpen = tonumber(low[2]), highestOpen = tonumber(high[2]),
  }
end

-- Ends an attempt: every final status but never_sent has used its nonce up. True when a higher nonce of the lane stays open
-- although this one was given back: nothing above it can be mined until something takes it.
local function close_attempt(final, now)
  local key = K.attempt(final.id)
  local fields = call('HMGET', key, 'chain', 'agent', 'nonce')
  local chain, agent, nonce = fields[1], fields[2], tonumber(fields[3])
  call('HSET', key, 'json', final.json, 'status', final.status)
  for _, hash in ipairs(final.hashes) do add_word(key, 'hashes', hash) end
  for _, hash in ipairs(final.freeingHashes) do add_word(key, 'freeing', hash) end
  call('HDEL', key, 'lease')
  call('EXPIRE', key, ${KEY_TABLE.attempt.ttlSec})
  call('ZREM', K.attemptsOpen(), final.id)
  call('ZREM', K.laneOpen(chain, agent), final.id)
  local used = final.confirmedNonce or -1
  if final.status ~= 'never_sent' then used = math.max(used, nonce) end
  local confirmed = tonumber(get(K.laneConfirmed(chain, agent))) or -1
  if used > confirmed then call('SET', K.laneConfirmed(chain, agent), int(used)) end
  local highest = tonumber(call('ZREVRANGE', K.laneOpen(chain, agent), 0, 0, 'WITHSCORES')[2]) or -1
  return final.status == 'never_sent' and highest > nonce
end
`;
