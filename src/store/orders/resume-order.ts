import * as z from "zod";
import { anyOrder } from "../../../schemas/any-order.ts";
import type { OrderMost } from "../../kinds/order-kind.ts";
import { defineScript } from "../kernel/define-script.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { luaGrants } from "../vaults/lua-context.ts";
import { changedBy, ORDER_CHANGE_PIECES, type OrdersChange } from "./change-order.ts";
import { encodeMost, storedOrder } from "./stored-order.ts";

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
