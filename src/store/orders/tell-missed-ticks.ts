import * as z from "zod";
import { webhookCounts } from "../../../schemas/health-report.ts";
import { ORDER_KINDS } from "../../../schemas/order-kinds.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { orNull } from "../kernel/stored-json.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";

type Input = WriteCall & {
  /** The last tick before the outage, by which it is known. */
  lastTickMs: number;
  limit: number;
};

/**
 * Notifies operators with a channel and active orders of an outage, each exactly once: a passed
 * operator stands at the outage's time. `more`: call it again.
 */
export const tellMissedTicks = defineScript({
  name: "tell-missed-ticks",
  uses: [luaOutbox, luaChannels],
  lua: `
local function main(input, now)
  local last_tick, notified = input.lastTickMs, 0
  local function tell(operator)
    local id = 'scheduler_missed:' .. operator .. ':' .. int(last_tick)
    local notice = { kind = 'scheduler_missed', id = id, operator = operator, createdAt = now, lastTickAt = last_tick }
    -- Due at once: delivery may follow within this ms.
    outbox_add({ id = id, operator = operator, dueMs = now - 1, payload = cjson.encode(notice) })
    notified = notified + 1
  end
  local operators = call('ZRANGEBYSCORE', K.operatorsActive(), '-inf', '(' .. int(last_tick), 'LIMIT', 0, int(input.limit))
  for _, operator in ipairs(operators) do
    local active = 0
    for _, kind in ipairs(input.kinds) do active = active + call('SCARD', K.operatorOrders(operator, kind)) end
    if active == 0 then
      call('ZREM', K.operatorsActive(), operator)
    else
      call('ZADD', K.operatorsActive(), int(last_tick), operator)
      if has_channel(operator) then tell(operator) end
    end
  end
  local more = #operators == input.limit
  if not more and tonumber(get(K.missedTicks())) == last_tick then call('DEL', K.missedTicks()) end
  return { notified = notified, more = more }
end`,
  encode: (input: Input) => ({ ...input, kinds: Object.keys(ORDER_KINDS) }),
  declares: (keys) => [keys.operatorsActive(), keys.missedTicks()],
  output: z.object({ notified: z.int(), more: z.boolean() }),
});

const at = orNull(z.int());
/** `known` keeps Lua from writing an empty table as a list. */
const bazaar = z.object({ success: at, processing: at, rejected: at, known: z.literal(true) });

/**
 * Health of the schedule (null before the first claim), webhooks and listing. An answer also shows
 * that the store runs scripts.
 */
export const readLastTick = defineScript({
  name: "read-last-tick",
  effect: "read",
  lua: `
local function main()
  local listing = call('HMGET', K.bazaarListing(), 'success', 'processing', 'rejected')
  return { bazaar = { success = tonumber(listing[1]), processing = tonumber(listing[2]), rejected = tonumber(listing[3]), known = true }, lastTickMs = tonumber(get(K.lastTick())), webhooks = { failing = call('ZCARD', K.webhookRetry()), off = call('ZCARD', K.webhookOff()) } }
end`,
  encode: (_input: ReadCall) => ({}),
  declares: (keys) => [
    keys.lastTick(),
    keys.webhookRetry(),
    keys.webhookOff(),
    keys.bazaarListing(),
  ],
  output: z.object({ lastTickMs: orNull(z.int()), webhooks: webhookCounts, bazaar }),
});
