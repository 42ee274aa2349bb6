/**
 * In place of `redis.call`: reads are answered, a write does nothing and answers what it would have answered. Every script decides before it
 * writes (wrap-lua.ts), so its dry form decides as the script itself would; only what it reads of its own writes is the state before. A
 * command without a line here stops the script.
 */
export const dryLua = `
local DRY_READS = {}
for name in string.gmatch('EXISTS GET HEXISTS HGET HGETALL HKEYS HLEN HMGET LINDEX LLEN LRANGE MGET SCARD SISMEMBER SMEMBERS TTL PTTL ZCARD ZCOUNT ZRANGE ZRANGEBYSCORE ZREVRANGE ZREVRANGEBYSCORE ZREVRANK ZSCORE', '%S+') do
  DRY_READS[name] = true
end

local function dry_count(members, command, key)
  local count = 0
  for _, member in ipairs(members) do
    local found = key and redis.call(command, key, member) or not key and redis.call(command, member)
    if found and found ~= 0 then count = count + 1 end
  end
  return count
end

local function call(name, key, ...)
  if DRY_READS[name] then return redis.call(name, key, ...) end
  local rest = { ... }
  if name == 'SET' then
    for index = 2, #rest do
      if rest[index] == 'NX' and redis.call('EXISTS', key) == 1 then return false end
    end
    return { ok = 'OK' }
  elseif name == 'INCR' or name == 'DECR' then
    return tonumber(redis.call('GET', key) or 0) + (name == 'INCR' and 1 or -1)
  elseif name == 'HINCRBY' then
    return tonumber(redis.call('HGET', key, rest[1]) or 0) + tonumber(rest[2])
  elseif name == 'DEL' then
    return dry_count({ key, ... }, 'EXISTS')
  elseif name == 'HDEL' then
    return dry_count(rest, 'HEXISTS', key)
  elseif name == 'HSETNX' then
    return 1 - redis.call('HEXISTS', key, rest[1])
  elseif name == 'SREM' then
    return dry_count(rest, 'SISMEMBER', key)
  elseif name == 'SADD' then
    return #rest - dry_count(rest, 'SISMEMBER', key)
  elseif name == 'ZREM' then
    return dry_count(rest, 'ZSCORE', key)
  elseif name == 'LREM' then
    local count, most = 0, tonumber(rest[1])
    for _, member in ipairs(redis.call('LRANGE', key, 0, -1)) do
      if member == rest[2] and (most == 0 or count < math.abs(most)) then count = count + 1 end
    end
    return count
  elseif name == 'LPUSH' or name == 'RPUSH' then
    return redis.call('LLEN', key) + #rest
  elseif name == 'LPOP' then
    return redis.call('LINDEX', key, 0)
  elseif name == 'EXPIRE' then
    return redis.call('EXISTS', key)
  elseif name == 'ZREMRANGEBYSCORE' then
    return redis.call('ZCOUNT', key, rest[1], rest[2])
  elseif name == 'HSET' or name == 'ZADD' or name == 'LTRIM' then
    return 0
  end
  error('a dry run does not know ' .. name)
end
`;
