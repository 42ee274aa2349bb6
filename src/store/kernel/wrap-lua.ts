import { KERNEL_KEYS } from "./kernel-keys.ts";
import { ADDRESS_PARTS, KEY_TABLE } from "./key-table.ts";

/** Redis answers a missing value as false; these make it nil. */
const HELPERS = `
local function int(n) return string.format('%.0f', n) end
local function get(key) return call('GET', key) or nil end
local function hget(key, field) return call('HGET', key, field) or nil end
`;

/**
 * ARGV: input JSON, caller's clock in ms, key prefix. KEYS[1] of a write keeps sha1 of the input
 * and the first answer, since the client re-sends a command whose answer was lost. It is the last
 * write, and every script decides before it writes. `isDry`: no writes (dryLua).
 */
export function wrapLua({
  effect,
  uses,
  lua,
  rememberedSec = KERNEL_KEYS.request.ttlSec,
  isDry = false,
}: {
  effect: "write" | "read";
  uses: readonly string[];
  lua: string;
  rememberedSec?: number;
  isDry?: boolean;
}): string {
  const body = [luaKeys, isDry ? dryLua : "local call = redis.call", HELPERS, ...uses, lua].join(
    "\n",
  );
  const run = "local answer = cjson.encode(main(cjson.decode(ARGV[1]), tonumber(ARGV[2])))";
  if (effect === "read" || isDry) return `${body}\n${run}\nreturn answer`;
  return `
local digest = redis.sha1hex(ARGV[1])
local first = redis.call('GET', KEYS[1])
if first then
  if string.sub(first, 1, 40) ~= digest then return '{"requestIdReused":true}' end
  return string.sub(first, 41)
end
${body}
${run}
call('SET', KEYS[1], digest .. answer, 'EX', ${rememberedSec})
return answer`;
}

/** `K.order(vault, orderId)` and so on, with the prefix from ARGV[3]. */
export const luaKeys = `local K = {}\n${Object.entries(KEY_TABLE)
  .map(([name, { template }]) => builder(name, template))
  .join("\n")}`;

/** Numbers in keys stay far below the 14 digits that Lua writes exactly. */
function builder(name: string, template: string): string {
  const pieces = template.split(/(\{\w+\})/).filter((piece) => piece !== "");
  const parts = pieces.filter((piece) => piece.startsWith("{")).map((piece) => piece.slice(1, -1));
  const expression = pieces.map((piece) => {
    if (!piece.startsWith("{")) return `'${piece}'`;
    const part = piece.slice(1, -1);
    return ADDRESS_PARTS.includes(part) ? `string.lower(${part})` : part;
  });
  return `function K.${name}(${parts.join(", ")}) return ARGV[3] .. ${expression.join(" .. ")} end`;
}

/**
 * Replaces `redis.call`: reads are answered; a write does nothing and answers as if done. Scripts
 * decide before they write, so the dry form decides alike. A command without a line here stops the
 * script.
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
