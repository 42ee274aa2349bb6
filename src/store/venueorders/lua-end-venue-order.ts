import { FOLLOW_RULES } from "../../../schemas/follow-rules.ts";
import { VENUE_ORDER_KEYS } from "./venue-order-keys.ts";

/** Needs luaAudit, luaEvents and luaOutbox. */
export const luaEndVenueOrder = `
-- Once, with all there is to be told of it: false where it has ended already, or never was.
local function end_venue_order(id, ending, now)
  local key = K.venueOrder(id)
  local fields = call('HMGET', key, 'status', 'chain', 'vault')
  if fields[1] ~= 'waiting' then return false end
  local chain, vault = fields[2], fields[3]
  call('HSET', key, 'status', ending.status, 'end', ending.json)
  call('EXPIRE', key, ${VENUE_ORDER_KEYS.venueOrder.ttlSec})
  call('ZREM', K.venueOrdersDue(chain), id)
  call('SREM', K.venueOrdersOpen(vault), id)
  call('SREM', K.unshownPerps(chain, vault), id)
  local ended = K.venueOrdersEnded(vault)
  call('LPUSH', ended, id)
  call('LTRIM', ended, 0, ${FOLLOW_RULES.maxEnded - 1})
  call('EXPIRE', ended, ${VENUE_ORDER_KEYS.venueOrdersEnded.ttlSec})
  audit_append(chain, vault, ending.audit, now)
  push_event(vault, ending.event)
  if ending.notice then outbox_add(ending.notice) end
  return true
end
`;
