import * as z from "zod";
import { attemptStatus } from "../../../schemas/attempt.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { PERP_HOLD_MS } from "../../../schemas/perp-hold-ms.ts";
import { hexData, unixMs } from "../../../schemas/primitives.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, storedHashes } from "../kernel/stored-json.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";

type Input = ReadCall & { chainId: ChainId; vault: string };

/** Oldest first: what each calls, and the hashes by which the chain may know it. */
export const listUnshownPerps = defineScript({
  name: "list-unshown-perps",
  effect: "read",
  uses: [],
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
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainId, vault }) => [keys.unshownPerps(chainId, vault)],
  output: z
    .object({
      found: luaArray(
        z.object({ id: z.string(), status: attemptStatus, hashes: storedHashes, data: hexData, createdAt: unixMs }),
      ),
    })
    .transform(({ found }) => found.toSorted((a, b) => a.createdAt - b.createdAt)),
});

export type UnshownPerp = Awaited<ReturnType<typeof listUnshownPerps.run>>[number];

/**
 * They take effect after their transaction, so the next one is judged by a venue and a chain that do not show them yet. Each is kept until
 * one of the two does. Needs nothing else.
 */
export const luaUnshownPerps = `
local PERP_HOLD_MS = ${PERP_HOLD_MS}

local function set_of(list)
  local set = {}
  for _, member in ipairs(list) do set[member] = true end
  return set
end

-- How long the vault's earlier orders hold this one up, in ms; nil: not at all. perp.shown: its check saw those at the venue or on the chain;
-- perp.counted: it counted those in full. One that neither shows holds up an entry for a minute, counted or not, and what takes margin back only where its check did not know of it.
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
