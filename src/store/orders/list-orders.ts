import * as z from "zod";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { readNamed } from "../kernel/read-named.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { namedRecords } from "./named-records.ts";
import { numbersOf } from "./numbers-of.ts";
import { storedNavSync } from "./stored-nav-sync.ts";
import { storedOrder } from "./stored-order.ts";
import { storedTrigger } from "./stored-trigger.ts";

type Input = ReadCall & { vault: string };

/** All orders, NAV syncs and trigger orders of a vault on every chain: active and paused ones by id, then the inactive ones, newest first. `unreadable`: numbers of those whose records are damaged. */
export const listOrders = defineScript({
  name: "list-orders",
  effect: "read",
  uses: [luaOrders, luaAttempts, luaOrderView],
  lua: `
local function main(input)
  local ids = {}
  for _, chain in ipairs(input.chainIds) do
    for _, id in ipairs(call('SMEMBERS', K.activeOrders(input.vault, chain))) do ids[#ids + 1] = id end
  end
  table.sort(ids, function(a, b) return tonumber(a) < tonumber(b) end)
  for _, id in ipairs(call('LRANGE', K.closedOrders(input.vault), 0, -1)) do ids[#ids + 1] = id end
  local orders, ofKind, unreadable = {}, { nav_sync = {}, trigger = {} }, {}
  for _, id in ipairs(ids) do
    local readable, order = pcall(load_order, input.vault, id)
    if not readable then
      unreadable[#unreadable + 1] = id
    elseif order then
      local list = order.record.kind and ofKind[order.record.kind] or orders
      list[#list + 1] = { name = id, value = order_view(order) }
    end
  end
  return { orders = orders, navSyncs = ofKind.nav_sync, triggers = ofKind.trigger, unreadable = unreadable }
end`,
  encode: (input: Input) => ({ ...input, chainIds: CHAIN_IDS }),
  declares: (keys, { vault }) => [
    keys.closedOrders(vault),
    ...CHAIN_IDS.map((chainId) => keys.activeOrders(vault, chainId)),
  ],
  output: z
    .object({
      orders: namedRecords,
      navSyncs: namedRecords,
      triggers: namedRecords,
      unreadable: luaArray(z.string()),
    })
    .transform(({ orders, navSyncs, triggers, unreadable }) => ({
      orders: readNamed(storedOrder, orders, unreadable),
      navSyncs: readNamed(storedNavSync, navSyncs, unreadable),
      triggers: readNamed(storedTrigger, triggers, unreadable),
      unreadable: numbersOf(unreadable),
    })),
});
