import { dryLua } from "./dry-lua.ts";
import { KERNEL_KEYS } from "./kernel-keys.ts";
import { luaKeys } from "./lua-keys.ts";

/** Redis answers a missing value as false; `get` and `hget` make it nil. */
const HELPERS = `
local function int(n) return string.format('%.0f', n) end
local function get(key) return call('GET', key) or nil end
local function hget(key, field) return call('HGET', key, field) or nil end
`;

/**
 * ARGV: 1 input JSON, 2 caller's clock in ms, 3 key prefix. KEYS[1] of a writing script remembers the first answer, behind the sha1 of the
 * input: the Upstash client re-sends a command whose answer was lost. That memory is the run's last write, and a script that stops earlier
 * has written nothing: each decides before it writes. `isDry`: without writes and that memory (dry-lua.ts).
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
  const body = [luaKeys, isDry ? dryLua : "local call = redis.call", HELPERS, ...uses, lua].join("\n");
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
