import * as z from "zod";
import { attemptStatus } from "../../../schemas/calls/attempt.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { hexData, unixMs } from "../../../schemas/primitives.ts";
import { PERP_HOLD_MS } from "../../../schemas/vaults/perp-hold-ms.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, storedHashes } from "../kernel/stored-json.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";

/** Oldest first, with the hashes by which the chain may know each. */
export const listUnshownPerps = defineScript({
  name: "list-unshown-perps",
  effect: "read",
  lua: `
local function main(input)
  local found = {}
  for _, id in ipairs(call('SMEMBERS', K.unshownPerps(input.chainId, input.vault))) do
    local fields = call('HMGET', K.attempt(id), 'json', 'status', 'hashes')
    local attempt = fields[1] and cjson.decode(fields[1])
    if attempt then
      found[#found + 1] = { id = id, status = fields[2], hashes = fields[3], data = attempt.data, createdAt = attempt.createdAt }
    end
  end
  return { found = found }
end`,
  encode: (input: ReadCall & { chainId: ChainId; vault: string }) => input,
  declares: (keys, { chainId, vault }) => [keys.unshownPerps(chainId, vault)],
  output: z
    .object({
      found: luaArray(
        z.object({
          id: z.string(),
          status: attemptStatus,
          hashes: storedHashes,
          data: hexData,
          createdAt: unixMs,
        }),
      ),
    })
    .transform(({ found }) => found.toSorted((a, b) => a.createdAt - b.createdAt)),
});

export type UnshownPerp = Awaited<ReturnType<typeof listUnshownPerps.run>>[number];

/**
 * Perpetual orders take effect after their transaction, so the next call is judged before venue or
 * chain shows them. Each is kept until one does.
 */
export const luaUnshownPerps = `
local PERP_HOLD_MS = ${PERP_HOLD_MS}

local function set_of(list)
  local set = {}
  for _, member in ipairs(list) do set[member] = true end
  return set
end

-- Ms for which earlier orders hold this call up; nil: none does. An unshown order holds up an entry
-- for a minute, counted or not, and a margin withdrawal only if its check did not count it.
local function held_by_unshown(attempt, perp, now)
  local shown, counted, held = set_of(perp.shown), set_of(perp.counted), nil
  for _, id in ipairs(call('SMEMBERS', K.unshownPerps(attempt.chainId, attempt.vault))) do
    local json = not shown[id] and hget(K.attempt(id), 'json')
    if json then
      local left = math.max(0, cjson.decode(json).createdAt + PERP_HOLD_MS - now)
      if not counted[id] or (perp.isEntry and left > 0) then held = math.max(held or 0, left) end
    end
  end
  return held
end

local function unshown_add(attempt, perp)
  local key = K.unshownPerps(attempt.chainId, attempt.vault)
  for _, id in ipairs(perp.shown) do call('SREM', key, id) end
  call('SADD', key, attempt.id)
  call('EXPIRE', key, ${ATTEMPT_KEYS.unshownPerps.ttlSec})
  call('HSET', K.attempt(attempt.id), 'perp', '1')
end
`;
