import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { listedOrders } from "./stored-order.ts";

type Input = ReadCall & { vault: string };

/**
 * Of any kind, on every chain: active and paused ones by id, then the inactive ones, newest first. `unreadable`: numbers of those whose
 * records are damaged.
 */
export const listOrders = defineScript({
  name: "list-orders",
  effect: "read",
  uses: [luaOrders, luaAttempts, luaOrderView],
  lua: `
local function main(input)
  local ids = active_ids(input.vault, input.chainIds)
  table.sort(ids, function(a, b) return tonumber(a) < tonumber(b) end)
  for _, id in ipairs(call('LRANGE', K.closedOrders(input.vault), 0, -1)) do ids[#ids + 1] = id end
  return order_views(input.vault, ids)
end`,
  encode: (input: Input) => ({ ...input, chainIds: CHAIN_IDS }),
  declares: (keys, { vault }) => [
    keys.closedOrders(vault),
    ...CHAIN_IDS.map((chainId) => keys.activeOrders(vault, chainId)),
  ],
  output: listedOrders.transform(({ nextCursor: _, ...all }) => all),
});
