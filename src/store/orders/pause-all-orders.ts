import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { ORDER_KINDS, type OrderKindId } from "../../../schemas/order-kinds.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { readNamed } from "../kernel/read-named.ts";
import { luaChannels } from "../outbox/lua-channels.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaPause } from "./lua-pause.ts";
import { luaSlices } from "./lua-slices.ts";
import { namedRecords, numbersOf, storedOrder } from "./stored-order.ts";

type Input = WriteCall & {
  vault: Hex;
  kind: OrderKindId;
  /** Where the caller owns the vault: no other order is reached (decision 19). */
  chainIds: readonly ChainId[];
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
};

/**
 * In one step, each as pause-order.ts does one. `paused`: all of them, also those that were paused already. `unreadable`: numbers of orders
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
  encode: ({ operator, ...rest }: Input) => ({
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
