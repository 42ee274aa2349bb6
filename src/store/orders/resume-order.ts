import type { Hex } from "viem";
import * as z from "zod";
import { anyOrder } from "../../../schemas/any-order.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import type { OrderMost } from "../../kinds/order-kind.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaGrants } from "../vaults/lua-context.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { encodeMost, storedOrder } from "./stored-order.ts";

type Input = WriteCall & {
  vault: Hex;
  /** Of a kind that has slices: others have no changes between them. */
  kind: OrderKindId;
  chainIds: readonly ChainId[];
  id: number;
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
  /** Not used while an attempt is open: its outcome sets the next one. */
  dueMs: number;
  most: OrderMost;
};

/**
 * Failure count, last error and what it waited for are cleared. An auto-paused one was inactive, so the limits are checked again. `changed:
 * false` when it was running. `not_found`: unknown, closed, or on another chain. `expired`: its end has come.
 */
export const resumeOrder = defineScript({
  name: "resume-order",
  effect: "write",
  uses: [
    luaAudit,
    luaOrders,
    luaAttempts,
    luaOrderView,
    luaEvents,
    luaOutbox,
    luaChannels,
    luaSlices,
    luaOrderChanges,
    luaGrants,
  ],
  lua: `
local function main(input, now)
  local order = load_order(input.vault, int(input.id))
  local open = order and kind_of(order.record) == input.kind and (order.record.active or order.record.status == 'auto_paused')
  if not open or not is_one_of(input.chainIds, order.record.chainId) then return { ok = false, code = 'not_found' } end
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
    -- Of an agent whose grant is over it is its owner's from now on.
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
    by: lowerHex(operator),
    audit: auditText({ kind: "order_resumed", actor: lowerHex(operator) }),
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
    z.object({ ok: z.literal(false), code: z.enum(["vault_limit", "operator_limit"]), active: z.int() }),
  ]),
});
