import * as z from "zod";
import { ORDER_KINDS } from "../../../schemas/order-kinds.ts";
import { defineScript } from "../kernel/define-script.ts";
import { luaArray, okOr, readNamed } from "../kernel/stored-json.ts";
import { changedBy, ORDER_CHANGE_PIECES, type OrdersChange } from "./change-order.ts";
import { namedRecords, numbersOf, storedOrder } from "./stored-order.ts";

const luaPause = `
local function pause_order(order, now, input)
  local before = order.record.status
  local changed = before == 'active' or before == 'pending_confirmation'
  if changed then
    order.record.status = 'paused'
    drop_lease(order)
    write_order(order)
    local ends = not order.attempt and order.record.expiresAt
    set_due(order, ends and ends - 1 or nil)
    audit_append(order.record.chainId, order.vault, input.audit, now, order.id)
    tell_change(order, now, { kind = 'order_paused', by = input.by })
  end
  local view = order_view(order)
  view.changed, view.statusBefore = changed, before
  return view
end
`;

const pausedOrder = storedOrder.extend({ changed: z.boolean(), statusBefore: z.string() });

/**
 * The order keeps `active: true` and its place in the limits (spec: inactive is completed,
 * cancelled or auto-paused); it is due only for its end. An open attempt stays open and is
 * answered. `changed: false`: paused already. `not_found`: unknown, closed, or on another chain.
 */
export const pauseOrder = defineScript({
  name: "pause-order",
  uses: [...ORDER_CHANGE_PIECES, luaPause],
  lua: `
local function main(input, now)
  local order = changeable(input)
  if not order then return { ok = false, code = 'not_found' } end
  local view = pause_order(order, now, input)
  view.ok = true
  return view
end`,
  encode: ({ operator, ...rest }: OrdersChange & { id: number }) => ({
    ...rest,
    ...changedBy("order_paused", operator),
  }),
  declares: (keys, { vault, id }) => [keys.order(vault, id)],
  output: okOr(pausedOrder.shape, { code: z.literal("not_found") }),
});

/**
 * Pauses all in one step. `paused` includes those paused before; `unreadable`: numbers of damaged
 * records.
 */
export const pauseAllOrders = defineScript({
  name: "pause-all-orders",
  uses: [...ORDER_CHANGE_PIECES, luaPause],
  lua: `
local function main(input, now)
  local paused, unreadable = {}, {}
  for _, chain in ipairs(input.chainIds) do
    local found, damaged = active_of_kind(input.vault, chain, input.kind, input.kinds)
    for _, order in ipairs(found) do paused[#paused + 1] = { name = order.id, value = pause_order(order, now, input) } end
    for _, id in ipairs(damaged) do unreadable[#unreadable + 1] = id end
  end
  return { paused = paused, unreadable = unreadable }
end`,
  encode: ({ operator, ...rest }: OrdersChange) => ({
    ...rest,
    kinds: Object.keys(ORDER_KINDS),
    ...changedBy("order_paused", operator),
  }),
  declares: (keys, { vault, chainIds }) =>
    chainIds.map((chainId) => keys.activeOrders(vault, chainId)),
  output: z
    .object({ paused: namedRecords, unreadable: luaArray(z.string()) })
    .transform(({ paused, unreadable }) => ({
      paused: readNamed(pausedOrder, paused, unreadable),
      unreadable: numbersOf(unreadable),
    })),
});
