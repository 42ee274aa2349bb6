import * as z from "zod";
import { anyOrder } from "../../../schemas/orders/any-order.ts";
import { ORDER_KINDS } from "../../../schemas/orders/order-kinds.ts";
import type { OrderMost } from "../../kinds/order-kind.ts";
import { defineScript } from "../kernel/define-script.ts";
import { luaArray, okOr, readNamed, storedJson } from "../kernel/stored-json.ts";
import { luaGrants } from "../vaults/lua-context.ts";
import { changedBy, ORDER_CHANGE_PIECES, type OrdersChange } from "./change-order.ts";
import { encodeMost, namedRecords, numbersOf, storedOrder } from "./stored-order.ts";

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

type Input = OrdersChange & {
  id: number;
  /** Unused while an attempt is open: its outcome sets the next time. */
  dueMs: number;
  most: OrderMost;
};

/**
 * Clears failures, last error and wait. An auto-paused order was inactive, so the limits are
 * checked again. `changed: false`: it was running. `not_found`: unknown, closed, or on another
 * chain. `expired`: its end has come.
 */
export const resumeOrder = defineScript({
  name: "resume-order",
  uses: [...ORDER_CHANGE_PIECES, luaGrants],
  lua: `
local function main(input, now)
  local order = changeable(input)
  if not order then return { ok = false, code = 'not_found' } end
  local record, before = order.record, order.record.status
  local changed = before == 'paused' or before == 'auto_paused'
  if changed and has_ended(record, now) then return { ok = false, code = 'expired' } end
  if changed then
    if not record.active then
      local refusal = limit_refusal(record, input.most)
      if refusal then return refusal end
      record.active = true
      enter_active(order)
    end
    record.status = order.attempt and 'pending_confirmation' or 'active'
    record.consecutiveFailures, record.lastError, record.waiting = 0, nil, nil
    -- An order of an ended grant becomes its owner's.
    if record.grant and not grant_of_order(record, now) then record.grant = nil end
    write_order(order)
    if not order.attempt then set_due(order, first_due_of(record, input.dueMs)) end
  end
  if changed then
    audit_append(order.record.chainId, order.vault, input.audit, now, order.id)
    tell_change(order, now, { kind = 'order_resumed', by = input.by })
  end
  local view = order_view(order)
  view.ok, view.changed, view.statusBefore = true, changed, before
  return view
end`,
  encode: ({ operator, most, ...rest }: Input) => ({
    ...rest,
    most: encodeMost(most),
    ...changedBy("order_resumed", operator),
  }),
  declares: (keys, { vault, id }) => [keys.order(vault, id)],
  output: z.union([
    storedOrder.extend({
      order: storedJson(anyOrder),
      ok: z.literal(true),
      changed: z.boolean(),
      statusBefore: z.string(),
    }),
    z.object({ ok: z.literal(false), code: z.enum(["not_found", "expired"]) }),
    z.object({
      ok: z.literal(false),
      code: z.enum(["vault_limit", "operator_limit"]),
      active: z.int(),
    }),
  ]),
});
