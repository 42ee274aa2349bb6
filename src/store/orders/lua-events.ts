import { ORDER_LIMITS } from "../../../schemas/orders/order-limits.ts";
import { ORDER_KEYS } from "./order-keys.ts";

/**
 * Orders and all else have equal places, so that neither pushes the other out. Retention is
 * filtered on reading (decision D63).
 */
export const luaEvents = `
local MAX_EVENTS = ${ORDER_LIMITS.maxEvents}

local function is_of_order(text)
  local what = cjson.decode(text).type
  return what ~= 'operation' and what ~= 'freeze' and what ~= 'call' and what ~= 'pairing'
end

local function push_event(vault, text)
  local key = K.events(vault)
  local count = call('LPUSH', key, text)
  call('EXPIRE', key, ${ORDER_KEYS.events.ttlSec})
  if count <= MAX_EVENTS then return end
  local kind, seen = is_of_order(text), 0
  for _, other in ipairs(call('LRANGE', key, 0, -1)) do
    if is_of_order(other) == kind then
      seen = seen + 1
      if seen > MAX_EVENTS then call('LREM', key, -1, other) end
    end
  end
end

local function push_vault_event(vault, event, now)
  event.timestamp = now
  push_event(vault, cjson.encode(event))
end
`;
