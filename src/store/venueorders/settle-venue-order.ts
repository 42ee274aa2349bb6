import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { encodeEnding, type VenueOrderEnding } from "./encode-ending.ts";
import { luaEndVenueOrder } from "./lua-end-venue-order.ts";

type Input = WriteCall & {
  id: string;
  chainId: ChainId;
  vault: string;
  found:
    | {
        kind: "waits";
        nextLookMs: number;
        /** The venue was read: what counts the time without an answer begins anew. */
        isAnswered: boolean;
        /** It takes too long: told once. Null for an operator without a channel. */
        late?: NewOutboxItem | null | undefined;
      }
    | ({ kind: "ended" } & VenueOrderEnding);
};

/**
 * In one step with all that is told of it. `changed: false`: it had ended before, or is not kept any more. So two lookers, or a repeat, tell
 * an end once.
 */
export const settleVenueOrder = defineScript({
  name: "settle-venue-order",
  effect: "write",
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
