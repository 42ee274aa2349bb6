import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { failedCall } from "../../../schemas/failed-call.ts";
import { orderChange } from "../../../schemas/order-change.ts";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import { orderWaiting } from "../../../schemas/order-waiting.ts";
import { baseUnits, hexHash } from "../../../schemas/primitives.ts";
import { sliceEnd } from "../../../schemas/slice-end.ts";
import { sliceRefusal } from "../../../schemas/slice-refusal.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { absentToNull, luaArray, storedJson } from "../kernel/stored-json.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { storedOrder } from "./stored-order.ts";

type Input = ReadCall & {
  vault: string;
  kind: OrderKindId;
  /** Where the caller owns the vault: no other order is reached (decision 19). */
  chainIds: readonly ChainId[];
  id: number;
  /** Slices by number, both included. */
  from: number;
  to: number;
};

/** What is kept of a slice (lua-slices.ts). */
const keptSlice = z.object({
  number: z.int().min(1),
  end: absentToNull(storedJson(sliceEnd)),
  refused: absentToNull(storedJson(sliceRefusal)),
  tries: absentToNull(z.int()),
  waits: absentToNull(storedJson(orderWaiting)),
  looks: absentToNull(z.int()),
  moved: absentToNull(storedJson(z.object({ blockNumber: baseUnits, hash: hexHash }))),
  isTakenBack: z.boolean(),
});
export type StoredSlice = z.infer<typeof keptSlice>;

/** With what happened to it, newest first, and what is kept of these slices, by number. Null: none such. */
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
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { vault, id }) => [keys.order(vault, id), keys.slices(vault, id), keys.orderChanges(vault, id)],
  output: z.object({
    found: absentToNull(
      storedOrder.extend({
        lastGasWei: absentToNull(baseUnits),
        failedCall: absentToNull(storedJson(failedCall)),
        slices: luaArray(keptSlice),
        changes: luaArray(storedJson(orderChange)),
      }),
    ),
  }),
});
