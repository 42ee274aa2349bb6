import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { ORDER_KINDS, type OrderKindId } from "../../../schemas/order-kinds.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { readNamed } from "../kernel/read-named.ts";
import { luaChannels } from "../outbox/lua-channels.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { cancelAudits } from "./cancel-audits.ts";
import { luaCancel } from "./lua-cancel.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { namedRecords, numbersOf, storedOrder } from "./stored-order.ts";

type Input = WriteCall & {
  vault: Hex;
  kind: OrderKindId;
  /** Where the caller owns the vault: no other order is reached (decision 19). */
  chainIds: readonly ChainId[];
  /** By its number the caller's own is reached wherever it was created. */
  reachesOwn?: true;
  /** 0: every active order of the kind on those chains. */
  id: number;
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
};

/**
 * For good. An open attempt stays open, is named with its hashes, and its outcome is still written into the order. By its id an auto-paused
 * order can be cancelled too. `cancelled` is empty for an unknown or closed order. `unreadable`: numbers of orders whose records are
 * damaged; of id 0 of any kind, by its id of one that was cancelled and cannot be shown. `dropped`: a damaged one was taken out of
 * everything by its id.
 */
export const cancelOrders = defineScript({
  name: "cancel-orders",
  effect: "write",
  uses: [
    ...[luaAudit, luaOrders, luaAttempts, luaOrderView],
    ...[luaEvents, luaOutbox, luaChannels, luaSlices, luaOrderChanges, luaCancel],
  ],
  lua: `
local function main(input, now)
  local found, unreadable = {}, {}
  if input.id ~= 0 then
    found[1] = open_order_of(input)
  else
    for _, chain in ipairs(input.chainIds) do
      local active, damaged = active_of_kind(input.vault, chain, input.kind, input.kinds)
      for _, order in ipairs(active) do found[#found + 1] = order end
      for _, id in ipairs(damaged) do unreadable[#unreadable + 1] = id end
    end
  end
  local cancelled = {}
  for i, order in ipairs(found) do cancelled[i] = { name = order.id, value = cancel_order(order, now, input.audit, input.by) } end
  local dropped = input.id ~= 0 and #found == 0 and drop_damaged(input, now)
  return { cancelled = cancelled, unreadable = unreadable, dropped = dropped }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    kinds: Object.keys(ORDER_KINDS),
    by: lowerHex(operator),
    ...cancelAudits(operator),
  }),
  declares: (keys, { vault, chainIds, id }) =>
    id === 0 ? chainIds.map((chainId) => keys.activeOrders(vault, chainId)) : [keys.order(vault, id)],
  output: z
    .object({ cancelled: namedRecords, unreadable: luaArray(z.string()), dropped: z.boolean() })
    .transform(({ cancelled, unreadable, dropped }) => ({
      cancelled: readNamed(cancelledOrder, cancelled, unreadable),
      unreadable: numbersOf(unreadable),
      dropped,
    })),
});

const cancelledOrder = storedOrder.extend({ statusBefore: z.string() });
