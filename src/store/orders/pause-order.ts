import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels } from "../outbox/lua-channels.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaPause } from "./lua-pause.ts";
import { luaSlices } from "./lua-slices.ts";
import { storedOrder } from "./stored-order.ts";

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
