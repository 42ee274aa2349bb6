import type { Hex } from "viem";
import * as z from "zod";
import type { AnyOrder } from "../../../schemas/any-order.ts";
import type { AuditContent } from "../../../schemas/audit-content.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import type { OrderChange } from "../../../schemas/order-change.ts";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import type { SliceEnd } from "../../../schemas/slice-end.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { orderText, storedOrder } from "./stored-order.ts";

export const ORDER_CHANGE_PIECES: readonly string[] = [
  ...[luaAudit, luaOrders, luaAttempts, luaOrderView],
  ...[luaEvents, luaOutbox, luaChannels, luaSlices, luaOrderChanges],
];

/** A change of a vault's orders by its operator. */
export type OrdersChange = WriteCall & {
  vault: Hex;
  /** Needs slices for anything but a cancel: others have no changes between them. */
  kind: OrderKindId;
  /** Chains on which the caller owns the vault (decision D3). */
  chainIds: readonly ChainId[];
  /** Verified, and the vault's owner there. */
  operator: Hex;
};

/** The operator of a change as `by` and in its audit entry. */
export const changedBy = (kind: "order_paused" | "order_resumed", operator: Hex) => ({
  by: lowerHex(operator),
  audit: auditText({ kind, actor: lowerHex(operator) }),
});

type Input = Omit<OrdersChange, "operator"> & {
  id: number;
  /** Absent: a read. */
  to?:
    | {
        version: number;
        order: AnyOrder;
        /** Null: not due. */
        dueMs: number | null;
        audit: AuditContent;
        change: Pick<OrderChange, "kind"> & Partial<OrderChange>;
      }
    | undefined;
};

/**
 * Skips or edits an order that is still at `version`, and takes its lease away, so that no slice
 * being built is written after it. `version_conflict` shows the order as it is. `not_found`:
 * unknown, closed, or on another chain.
 */
export const changeOrder = defineScript({
  name: "change-order",
  uses: ORDER_CHANGE_PIECES,
  lua: `
local function main(input, now)
  local order, to = changeable(input), input.to
  if not order then return { ok = false, code = 'not_found' } end
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
  output: okOr(
    { ...storedOrder.shape },
    {
      code: z.enum(["not_found", "attempt_open", "version_conflict"]),
      order: storedOrder.shape.order.optional(),
      version: z.int().optional(),
    },
  ),
});

function skippedSlice(
  { kind, sliceNumber: number, amountBase }: Partial<OrderChange>,
  nowMs: number,
) {
  if (kind !== "slice_skipped" || number === undefined || amountBase === undefined)
    return undefined;
  const end: SliceEnd = { status: "skipped", at: nowMs, knownAt: nowMs, plannedBase: amountBase };
  return { number, json: JSON.stringify(end) };
}
