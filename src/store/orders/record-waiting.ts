import * as z from "zod";
import type { AnyOrder } from "../../../schemas/any-order.ts";
import type { OrderWaiting } from "../../../schemas/order-waiting.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";

type Input = WriteCall & {
  order: Pick<AnyOrder, "id" | "vaultAddress">;
  /** Of the claim whose slice had to wait. */
  leaseToken: number;
  waiting: OrderWaiting;
  alarm: NewOutboxItem | null;
};

/**
 * With the alarm for its operator where one is given. The lease's end brings the order back. An order that runs no more, has an attempt open
 * or belongs to another claim is left alone: `changed: false`.
 */
export const recordWaiting = defineScript({
  name: "record-waiting",
  effect: "write",
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
