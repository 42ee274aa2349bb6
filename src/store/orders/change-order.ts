import type { Hex } from "viem";
import * as z from "zod";
import type { AnyOrder } from "../../../schemas/any-order.ts";
import type { AuditContent } from "../../../schemas/audit-content.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import type { OrderChange } from "../../../schemas/order-change.ts";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import type { SliceEnd } from "../../../schemas/slice-end.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges, luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { orderText, storedOrder } from "./stored-order.ts";

type Input = WriteCall & {
  vault: Hex;
  /** Of a kind that has slices: others have no changes between them. */
  kind: OrderKindId;
  chainIds: readonly ChainId[];
  id: number;
  /** Made of `version`. Absent: only what it is now is wanted. */
  to?:
    | {
        version: number;
        order: AnyOrder;
        /** Score in the due index; null when it must not be there. */
        dueMs: number | null;
        audit: AuditContent;
        change: Pick<OrderChange, "kind"> & Partial<OrderChange>;
      }
    | undefined;
};

/**
 * Skips or edits: writes an open order anew, where it is still the one that the change was made of, and takes its lease away, so that no
 * slice being built can be written down after it. `attempt_open`: its transaction is out. `version_conflict` shows the order as it is.
 * `not_found`: unknown, closed, or on another chain.
 */
export const changeOrder = defineScript({
  name: "change-order",
  effect: "write",
  uses: [luaAudit, luaOrders, luaAttempts, luaOrderView, luaEvents, luaOutbox, luaChannels, luaSlices, luaOrderChanges],
  lua: `
local function main(input, now)
  local order, to = load_order(input.vault, int(input.id)), input.to
  local open = order and kind_of(order.record) == input.kind and (order.record.active or order.record.status == 'auto_paused')
  if not open or not is_one_of(input.chainIds, order.record.chainId) then return { ok = false, code = 'not_found' } end
  if order.attempt then return { ok = false, code = 'attempt_open' } end
  if not to or order.v ~= to.version then
    return { ok = false, code = 'version_conflict', order = order.json, version = order.v }
  end
  local was, new = order.record, cjson.decode(to.json)
  if new.chainId ~= was.chainId or new.operatorAddress ~= was.operatorAddress then error('an order cannot move') end
  if kind_of(new) ~= kind_of(was) or (new.active and not was.active) then error('a change opens no order, and makes no other of it') end
  order.record = new
  write_order(order, to.json)
  drop_lease(order)
  if new.active then
    set_due(order, to.dueMs)
  elseif was.active then
    enter_closed(order)
  end
  audit_append(new.chainId, order.vault, to.audit, now, order.id)
  if to.skipped then keep_slice(order, to.skipped) end
  tell_change(order, now, to.change)
  local view = order_view(order)
  view.ok = true
  return view
end`,
  encode: ({ to, ...rest }: Input) => ({
    ...rest,
    to: to && {
      version: to.version,
      json: orderText(to.order),
      ...(to.dueMs !== null && { dueMs: to.dueMs }),
      audit: auditText(to.audit),
      change: to.change,
      skipped: skippedSlice(to.change, rest.nowMs),
    },
  }),
  declares: (keys, { vault, id }) => [keys.order(vault, id), keys.slices(vault, id)],
  output: z.discriminatedUnion("ok", [
    storedOrder.extend({ ok: z.literal(true) }),
    z.object({
      ok: z.literal(false),
      code: z.enum(["not_found", "attempt_open", "version_conflict"]),
      order: storedOrder.shape.order.optional(),
      version: z.int().optional(),
    }),
  ]),
});

/** As `keep_slice` takes it: it ends by being skipped. */
function skippedSlice({ kind, sliceNumber: number, amountBase }: Partial<OrderChange>, nowMs: number) {
  if (kind !== "slice_skipped" || number === undefined || amountBase === undefined) return undefined;
  const end: SliceEnd = { status: "skipped", at: nowMs, knownAt: nowMs, plannedBase: amountBase };
  return { number, json: JSON.stringify(end) };
}
