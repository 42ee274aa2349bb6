import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { FOLLOW_RULES } from "../../../schemas/follow-rules.ts";
import type { VenueOrderEnd } from "../../../schemas/venue-order.ts";
import type { VenueOrderEvent } from "../../../schemas/venue-order-event.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { VENUE_ORDER_KEYS } from "./venue-order-keys.ts";

export const luaEndVenueOrder = `
-- False: ended before, or unknown.
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

type Input = WriteCall & {
  id: string;
  chainId: ChainId;
  vault: string;
  found:
    | {
        kind: "waits";
        nextLookMs: number;
        /** The venue was read: the time without an answer starts anew. */
        isAnswered: boolean;
        /** It takes too long; told once. Null for an operator without a channel. */
        late?: NewOutboxItem | null | undefined;
      }
    | ({ kind: "ended" } & VenueOrderEnding);
};

/**
 * Settles a look in one step with its notices, so an end is told once. `changed: false`: ended
 * before, or no longer kept.
 */
export const settleVenueOrder = defineScript({
  name: "settle-venue-order",
  uses: [luaAudit, luaEvents, luaOutbox, luaEndVenueOrder],
  lua: `
local function main(input, now)
  if input.ending then return { changed = end_venue_order(input.id, input.ending, now) } end
  local key = K.venueOrder(input.id)
  if hget(key, 'status') ~= 'waiting' then return { changed = false } end
  call('HINCRBY', key, 'looks', 1)
  call('HSET', key, 'nextLookMs', int(input.nextLookMs))
  if input.isAnswered then call('HSET', key, 'answeredAt', int(now)) end
  if input.isLate and call('HSETNX', key, 'isLate', '1') == 1 and input.late then outbox_add(input.late) end
  call('ZADD', K.venueOrdersDue(input.chainId), int(input.nextLookMs), input.id)
  return { changed = true }
end`,
  encode: ({ found, ...rest }: Input) => ({
    ...rest,
    ...(found.kind === "ended"
      ? { ending: encodeEnding(rest.id, found) }
      : {
          nextLookMs: found.nextLookMs,
          isAnswered: found.isAnswered,
          isLate: found.late !== undefined,
          late: found.late && encodeOutboxItem(found.late),
        }),
  }),
  declares: (keys, { id, chainId, vault }) => [
    keys.venueOrder(id),
    keys.venueOrdersDue(chainId),
    keys.venueOrdersOpen(vault),
    keys.venueOrdersEnded(vault),
    keys.unshownPerps(chainId, vault),
    keys.events(vault),
  ],
  output: z.object({ changed: z.boolean() }),
});

/** `notice` null: an operator without a channel. */
export type VenueOrderEnding = {
  end: VenueOrderEnd;
  event: VenueOrderEvent;
  notice: NewOutboxItem | null;
};

/** Input of `end_venue_order`. */
export const encodeEnding = (attempt: string, { end, event, notice }: VenueOrderEnding) => ({
  status: end.status,
  json: JSON.stringify(end),
  audit: auditText({
    kind: "venue_order_ended",
    attempt,
    family: event.family,
    status: end.status,
    amounts: end.amounts,
    reason: end.reason,
  }),
  event: JSON.stringify(event),
  // Inside an object Lua sees null as something.
  notice: notice === null ? undefined : encodeOutboxItem(notice),
});
