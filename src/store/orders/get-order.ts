import * as z from "zod";
import { CHAIN_IDS, type ChainId } from "../../../schemas/chains.ts";
import { failedCall } from "../../../schemas/failed-call.ts";
import { orderChange } from "../../../schemas/order-change.ts";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import { orderWaiting } from "../../../schemas/order-waiting.ts";
import { baseUnits, hexHash } from "../../../schemas/primitives.ts";
import { sliceEnd } from "../../../schemas/slice-end.ts";
import { sliceRefusal } from "../../../schemas/slice-refusal.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { listedOrders, storedOrder } from "./stored-order.ts";

type Input = ReadCall & {
  vault: string;
  kind: OrderKindId;
  /** Chains on which the caller owns the vault (decision D3). */
  chainIds: readonly ChainId[];
  id: number;
  from: number;
  to: number;
};

const keptSlice = z.object({
  number: z.int().min(1),
  end: orNull(storedJson(sliceEnd)),
  refused: orNull(storedJson(sliceRefusal)),
  tries: orNull(z.int()),
  waits: orNull(storedJson(orderWaiting)),
  looks: orNull(z.int()),
  moved: orNull(storedJson(z.object({ blockNumber: baseUnits, hash: hexHash }))),
  isTakenBack: z.boolean(),
});
export type StoredSlice = z.infer<typeof keptSlice>;

/** An order with its changes, newest first, and these slices. Null: none such. */
export const getOrder = defineScript({
  name: "get-order",
  effect: "read",
  uses: [luaOrders, luaAttempts, luaOrderView],
  lua: `
local FIELDS = { '', ':refused', ':tries', ':waits', ':looks', ':moved', ':takenBack' }

local function main(input)
  local order = load_order(input.vault, int(input.id))
  if not order or kind_of(order.record) ~= input.kind or not is_one_of(input.chainIds, order.record.chainId) then return { found = nil } end
  local found, slices = order_view(order), {}
  for number = input.from, input.to do
    local names = {}
    for i, field in ipairs(FIELDS) do names[i] = int(number) .. field end
    local kept = call('HMGET', K.slices(order.vault, order.id), unpack(names))
    if kept[1] or kept[4] then
      slices[#slices + 1] = {
        number = number, ['end'] = kept[1] or nil, refused = kept[2] or nil, tries = tonumber(kept[3] or nil), waits = kept[4] or nil,
        looks = tonumber(kept[5] or nil), moved = kept[6] or nil, isTakenBack = not not kept[7],
      }
    end
  end
  found.lastGasWei = hget(K.slices(order.vault, order.id), 'gas')
  found.failedCall = hget(K.slices(order.vault, order.id), 'call')
  found.slices, found.changes = slices, call('LRANGE', K.orderChanges(order.vault, order.id), 0, -1)
  return { found = found }
end`,
  encode: (input: Input) => input,
  declares: (keys, { vault, id }) => [
    keys.order(vault, id),
    keys.slices(vault, id),
    keys.orderChanges(vault, id),
  ],
  output: z.object({
    found: orNull(
      storedOrder.extend({
        lastGasWei: orNull(baseUnits),
        failedCall: orNull(storedJson(failedCall)),
        slices: luaArray(keptSlice),
        changes: luaArray(storedJson(orderChange)),
      }),
    ),
  }),
});

/**
 * Orders of all kinds and chains: active and paused by id, then inactive ones, newest first.
 * `unreadable`: numbers of damaged records.
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
  encode: (input: ReadCall & { vault: string }) => ({ ...input, chainIds: CHAIN_IDS }),
  declares: (keys, { vault }) => [
    keys.closedOrders(vault),
    ...CHAIN_IDS.map((chainId) => keys.activeOrders(vault, chainId)),
  ],
  output: listedOrders.transform(({ nextCursor: _, ...all }) => all),
});
