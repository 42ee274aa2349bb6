import * as z from "zod";
import type { AnyOrder } from "../../../schemas/any-order.ts";
import type { OrderShortage } from "../../../schemas/order-shortage.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";

type Input = WriteCall & {
  order: Pick<AnyOrder, "id" | "vaultAddress">;
  /** All that it runs short of now. */
  shortages: readonly OrderShortage[];
};

/** And tells its operator of each new cause: once, until it was mended. The record stays, so no slice of it meets another version. */
export const noteShort = defineScript({
  name: "note-short",
  effect: "write",
  uses: [luaOrders, luaOutbox, luaEvents, luaChannels, luaSlices, luaOrderChanges],
  lua: `
local function main(input, now)
  local order = load_order(input.vault, int(input.id))
  if not order or not has_slices(order.record) or not order.record.active then return { told = false } end
  local before, causes, new = ' ' .. (order.short or '') .. ' ', {}, {}
  for _, shortage in ipairs(input.shortages) do
    causes[#causes + 1] = shortage.cause
    if not string.find(before, ' ' .. shortage.cause .. ' ', 1, true) then new[#new + 1] = shortage end
  end
  local key = K.order(order.vault, order.id)
  if #causes == 0 then call('HDEL', key, 'short') else call('HSET', key, 'short', table.concat(causes, ' ')) end
  if #new > 0 then tell_change(order, now, { kind = 'order_underfunded', shortages = new }) end
  return { told = #new > 0 }
end`,
  encode: ({ order, ...rest }: Input) => ({ ...rest, vault: order.vaultAddress, id: order.id }),
  declares: (keys, { order }) => [keys.order(order.vaultAddress, order.id)],
  output: z.object({ told: z.boolean() }),
});
