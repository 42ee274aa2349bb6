import { PERP_HOLD_MS } from "../../../schemas/vaults/perp-hold-ms.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";

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
