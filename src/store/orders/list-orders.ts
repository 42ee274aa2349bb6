import * as z from "zod";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { storedNavSync } from "./stored-nav-sync.ts";
import { storedOrder } from "./stored-order.ts";
import { storedTrigger } from "./stored-trigger.ts";

type Input = ReadCall & { vault: string };

/** All orders, NAV syncs and trigger orders of a vault on every chain: active and paused ones by id, then the inactive ones, newest first. */
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
  local orders, ofKind = {}, { nav_sync = {}, trigger = {} }
  for _, id in ipairs(ids) do
    local order = load_order(input.vault, id)
    local list = order and order.record.kind and ofKind[order.record.kind] or orders
    if order then list[#list + 1] = order_view(order) end
  end
  return { orders = orders, navSyncs = ofKind.nav_sync, triggers = ofKind.trigger }
end`,
  encode: (input: Input) => ({ ...input, chainIds: CHAIN_IDS }),
  declares: (keys, { vault }) => [
    keys.closedOrders(vault),
    ...CHAIN_IDS.map((chainId) => keys.activeOrders(vault, chainId)),
  ],
  output: z.object({
    orders: luaArray(storedOrder),
    navSyncs: luaArray(storedNavSync),
    triggers: luaArray(storedTrigger),
  }),
});
