import * as z from "zod";
import type { AnyOrder } from "../../../schemas/any-order.ts";
import type { OrderShortage } from "../../../schemas/order-shortage.ts";
import type { OrderWaiting } from "../../../schemas/order-waiting.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { orderText } from "./stored-order.ts";

type Input = WriteCall & {
  order: Pick<AnyOrder, "id" | "vaultAddress">;
  leaseToken: number;
  waiting: OrderWaiting;
  alarm: NewOutboxItem | null;
};

/**
 * Also sends the alarm. The lease's end brings the order back. `changed: false`: it runs no more,
 * has an open attempt, or another claim holds it.
 */
export const recordWaiting = defineScript({
  name: "record-waiting",
  uses: [luaOrders, luaOutbox, luaEvents, luaChannels, luaSlices, luaOrderChanges],
  lua: `
local function main(input, now)
  local order = load_order(input.vault, int(input.id))
  if not order or order.attempt or order.record.status ~= 'active' then return { changed = false } end
  if lease_of(order.lease) ~= input.leaseToken then return { changed = false } end
  if not order.record.waiting then count_look(order) end
  order.record.waiting = input.waiting
  write_order(order)
  keep_waits(order, input.waiting)
  if input.alarm then outbox_add(input.alarm) end
  if input.alarm and has_slices(order.record) then
    tell_event(order, now, { kind = 'order_waiting', reason = input.waiting.reason, sinceMs = input.waiting.sinceMs })
  end
  return { changed = true }
end`,
  encode: ({ order, alarm, ...rest }: Input) => ({
    ...rest,
    vault: order.vaultAddress,
    id: order.id,
    alarm: alarm && encodeOutboxItem(alarm),
  }),
  declares: (keys, { order }) => [keys.order(order.vaultAddress, order.id)],
  output: z.object({ changed: z.boolean() }),
});

type NoteLooksInput = WriteCall & {
  leaseToken: number;
  looks: readonly { order: AnyOrder; version: number; dueMs: number }[];
};

/**
 * Writes all looks in one trip and gives the leases back; answers how many were still the claim's.
 */
export const noteLooks = defineScript({
  name: "note-looks",
  uses: [luaOrders],
  lua: `
local function main(input)
  local noted = 0
  for _, look in ipairs(input.looks) do
    local order = load_order(look.vault, int(look.id))
    local is_ours = order and order.v == look.version and lease_of(order.lease) == input.leaseToken
    if is_ours and not order.attempt and order.record.status == 'active' then
      if kind_of(cjson.decode(look.json)) ~= kind_of(order.record) then error('an order cannot become another kind') end
      write_order(order, look.json)
      drop_lease(order)
      set_due(order, look.dueMs)
      noted = noted + 1
    end
  end
  return { noted = noted }
end`,
  encode: ({ looks, ...rest }: NoteLooksInput) => ({
    ...rest,
    looks: looks.map(({ order, version, dueMs }) => ({
      vault: order.vaultAddress,
      id: order.id,
      version,
      dueMs,
      json: orderText(order),
    })),
  }),
  declares: (keys, { looks }) => looks.map(({ order }) => keys.order(order.vaultAddress, order.id)),
  output: z.object({ noted: z.int() }),
});

type NoteShortInput = WriteCall & {
  order: Pick<AnyOrder, "id" | "vaultAddress">;
  shortages: readonly OrderShortage[];
};

/**
 * Tells its operator of each new cause, once until it is mended. The record keeps its version, so
 * no slice conflicts.
 */
export const noteShort = defineScript({
  name: "note-short",
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
  encode: ({ order, ...rest }: NoteShortInput) => ({
    ...rest,
    vault: order.vaultAddress,
    id: order.id,
  }),
  declares: (keys, { order }) => [keys.order(order.vaultAddress, order.id)],
  output: z.object({ told: z.boolean() }),
});
