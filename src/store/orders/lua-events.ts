import { ORDER_LIMITS } from "../../../schemas/order-limits.ts";
import { ORDER_KEYS } from "./order-keys.ts";

/** The vault's last events, newest first (ORDER_LIMITS). Retention is filtered on reading (decision 48). */
export const luaEvents = `
local function push_event(vault, text)
  local key = K.events(vault)
  call('LPUSH', key, text)
  call('LTRIM', key, 0, ${ORDER_LIMITS.maxEvents - 1})
  call('EXPIRE', key, ${ORDER_KEYS.events.ttlSec})
end
`;
