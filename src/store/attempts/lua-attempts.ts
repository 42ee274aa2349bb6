import { ATTEMPT_KEYS } from "./attempt-keys.ts";

export const luaAttempts = `
local function is_final(status) return status ~= 'prepared' and status ~= 'sent' end

local function attempt_view(id)
  local fields = call('HMGET', K.attempt(id), 'json', 'status', 'hashes', 'freeing', 'maxFeePerGas', 'maxPriorityFeePerGas', 'sentAt',
    'blockNumber', 'blockHash', 'suspectedAt', 'takenBack', 'loss')
  if not fields[1] then return nil end
  return {
    json = fields[1], status = fields[2], hashes = fields[3], freeingHashes = fields[4],
    maxFeePerGas = fields[5] or nil, maxPriorityFeePerGas = fields[6] or nil, sentAt = tonumber(fields[7] or nil),
    blockNumber = fields[8] or nil, blockHash = fields[9] or nil, suspectedAt = tonumber(fields[10] or nil),
    isTakenBack = fields[11] and true or nil, heldLossPpb = tonumber(fields[12] or nil),
  }
end

local function add_word(key, field, word)
  local words = hget(key, field) or ''
  if string.find(' ' .. words .. ' ', ' ' .. word .. ' ', 1, true) then return end
  call('HSET', key, field, words == '' and word or words .. ' ' .. word)
  return true
end

local function nonce_queue_of(chain, agent)
  local key = K.nonceQueueOpen(chain, agent)
  local low, high = call('ZRANGE', key, 0, 0, 'WITHSCORES'), call('ZREVRANGE', key, 0, 0, 'WITHSCORES')
  return {
    agent = agent,
    highestConfirmed = tonumber(get(K.nonceQueueConfirmed(chain, agent))),
    lowestOpen = tonumber(low[2]), highestOpen = tonumber(high[2]),
  }
end

-- A reorg may take this transaction back. While it is watched, its nonce is no hole to fill.
local function watch_attempt(id, chain, agent, nonce, now)
  local nonce_queue = K.nonceQueueWatched(chain, agent)
  call('ZADD', K.attemptsWatched(chain), int(now), id)
  call('ZADD', nonce_queue, nonce, id)
  call('EXPIRE', nonce_queue, ${ATTEMPT_KEYS.nonceQueueWatched.ttlSec})
end

local function stop_watching(id, chain)
  local agent = hget(K.attempt(id), 'agent')
  call('ZREM', K.attemptsWatched(chain), id)
  if agent then call('ZREM', K.nonceQueueWatched(chain, agent), id) end
end

local function watched_nonces(chain, agent)
  local flat, nonces = call('ZRANGE', K.nonceQueueWatched(chain, agent), 0, -1, 'WITHSCORES'), {}
  for i = 2, #flat, 2 do nonces[#nonces + 1] = tonumber(flat[i]) end
  return nonces
end

-- The answer to a stop names these hashes: they may be out already.
local function add_open_hashes(hashes, chain, agent)
  for _, id in ipairs(call('ZRANGE', K.nonceQueueOpen(chain, agent), 0, -1)) do
    local words = call('HMGET', K.attempt(id), 'hashes', 'freeing')
    for hash in string.gmatch(words[1] or '', '%S+') do
      -- A filled nonce hole does nothing: no warning.
      if not string.find(words[2] or '', hash, 1, true) then hashes[#hashes + 1] = hash end
    end
  end
end

-- The chain counts more transactions than the queue gave out, so the store forgot some. A queue
-- that knows nothing is new.
local function is_nonce_queue_behind(nonce_queue, chain_nonce)
  if not nonce_queue.highestConfirmed and not nonce_queue.highestOpen then return false end
  return chain_nonce > math.max(nonce_queue.highestConfirmed or -1, nonce_queue.highestOpen or -1) + 1
end

-- Refusal by freeze, delegation, agent or selector. The second result is the value of the key
-- \`more\`.
local function refusal_of_vault(attempt, more)
  local keys = { K.frozen(attempt.vault), K.delegation(attempt.chainId, attempt.vault), more }
  local found = call('MGET', unpack(keys))
  if found[1] then return 'vault_frozen' end
  local record = found[2] and cjson.decode(found[2])
  if not record or not record.enabled then return 'delegation_disabled' end
  if string.lower(record.agent) ~= attempt.agent then return 'agent_mismatch' end
  local selector = string.lower(string.sub(attempt.data, 1, 10))
  for _, granted in ipairs(record.selectors) do
    if string.lower(granted) == selector then return nil, found[3] or nil end
  end
  return 'not_delegated'
end

local function write_attempt(attempt, json, status)
  local key = K.attempt(attempt.id)
  call('HSET', key, 'json', json, 'status', status, 'freeing', '', 'hashes', table.concat(attempt.hashes, ' '),
    'vault', attempt.vault, 'operator', attempt.operator, 'chain', int(attempt.chainId), 'agent', attempt.agent, 'nonce', int(attempt.nonce))
  call('ZADD', K.nonceQueueOpen(attempt.chainId, attempt.agent), int(attempt.nonce), attempt.id)
end

-- An attempt's part of a half hour's sum is NAME in NAMEBucket; NAMEBack marks it as taken back.
local function take_sum_back(key, name, sums)
  local fields = call('HMGET', key, name, name .. 'Bucket', name .. 'Back')
  if not fields[1] or fields[3] then return end
  local held = tonumber(hget(sums, fields[2])) or 0
  if held > 0 then call('HSET', sums, fields[2], int(math.max(0, held - tonumber(fields[1])))) end
  call('HSET', key, name .. 'Back', '1')
end

local function count_sum_again(key, name, sums, ttl_sec)
  local fields = call('HMGET', key, name, name .. 'Bucket', name .. 'Back')
  if not fields[3] then return end
  call('HINCRBY', sums, fields[2], fields[1])
  call('EXPIRE', sums, ttl_sec)
  call('HDEL', key, name .. 'Back')
end

local function take_loss_back(key, chain, vault) take_sum_back(key, 'loss', K.losses(chain, vault)) end

local function take_sync_back(key, chain, vault) take_sum_back(key, 'sync', K.syncs(chain, vault)) end

-- A reorg took the failure back, so the call may have an effect after all.
local function count_again(key, chain, vault)
  count_sum_again(key, 'loss', K.losses(chain, vault), ${ATTEMPT_KEYS.losses.ttlSec})
  count_sum_again(key, 'sync', K.syncs(chain, vault), ${ATTEMPT_KEYS.syncs.ttlSec})
end
`;
