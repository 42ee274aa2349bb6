import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { ORDER_KINDS, type OrderKindId } from "../../../schemas/order-kinds.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, readNamed } from "../kernel/stored-json.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges, luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { namedRecords, numbersOf, storedOrder } from "./stored-order.ts";

/** By hand. Needs luaAudit, luaOrders, luaAttempts, luaOrderView and luaOrderChanges. */
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

type Input = WriteCall & {
  vault: Hex;
  /** Of a kind that has slices: others have no changes between them. */
  kind: OrderKindId;
  chainIds: readonly ChainId[];
  id: number;
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
};

/**
 * The order keeps `active: true` and its place in the limits (the spec's inactive states are completed, cancelled and auto-paused), leaves
 * the due index (but for its own end), and nothing new of it can be prepared. An open attempt stays open and is in the answer. `changed:
 * false` when it was paused already. `not_found`: unknown, closed, or on another chain.
 */
export const pauseOrder = defineScript({
  name: "pause-order",
  effect: "write",
  uses: [
    ...[luaAudit, luaOrders, luaAttempts, luaOrderView],
    ...[luaEvents, luaOutbox, luaChannels, luaSlices, luaOrderChanges, luaPause],
  ],
  lua: `
local function main(input, now)
  local order = load_order(input.vault, int(input.id))
  local open = order and kind_of(order.record) == input.kind and (order.record.active or order.record.status == 'auto_paused')
  if not open or not is_one_of(input.chainIds, order.record.chainId) then return { ok = false, code = 'not_found' } end
  local view = pause_order(order, now, input)
  view.ok = true
  return view
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    by: lowerHex(operator),
    audit: auditText({ kind: "order_paused", actor: lowerHex(operator) }),
  }),
  declares: (keys, { vault, id }) => [keys.order(vault, id)],
  output: z.discriminatedUnion("ok", [
    storedOrder.extend({
      ok: z.literal(true),
      changed: z.boolean(),
      statusBefore: z.string(),
    }),
    z.object({ ok: z.literal(false), code: z.literal("not_found") }),
  ]),
});

type PauseAllOrdersInput = WriteCall & {
  vault: Hex;
  kind: OrderKindId;
  /** Where the caller owns the vault: no other order is reached (decision 19). */
  chainIds: readonly ChainId[];
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
};

/**
 * In one step, each as pauseOrder does one. `paused`: all of them, also those that were paused already. `unreadable`: numbers of orders
 * of any kind whose records are damaged.
 */
export const pauseAllOrders = defineScript({
  name: "pause-all-orders",
  effect: "write",
  uses: [
    ...[luaAudit, luaOrders, luaAttempts, luaOrderView],
    ...[luaEvents, luaOutbox, luaChannels, luaSlices, luaOrderChanges, luaPause],
  ],
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
  encode: ({ operator, ...rest }: PauseAllOrdersInput) => ({
    ...rest,
    kinds: Object.keys(ORDER_KINDS),
    by: lowerHex(operator),
    audit: auditText({ kind: "order_paused", actor: lowerHex(operator) }),
  }),
  declares: (keys, { vault, chainIds }) => chainIds.map((chainId) => keys.activeOrders(vault, chainId)),
  output: z.object({ paused: namedRecords, unreadable: luaArray(z.string()) }).transform(({ paused, unreadable }) => ({
    paused: readNamed(pausedOrder, paused, unreadable),
    unreadable: numbersOf(unreadable),
  })),
});

const pausedOrder = storedOrder.extend({ changed: z.boolean(), statusBefore: z.string() });
