import * as z from "zod";
import { anyOrder } from "../../../schemas/orders/any-order.ts";
import { orderFigures } from "../../../schemas/orders/order-figures.ts";
import type { OrderKindId } from "../../../schemas/orders/order-kinds.ts";
import { sliceEnd } from "../../../schemas/orders/slice-end.ts";
import { sliceRefusal } from "../../../schemas/orders/slice-refusal.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";
import { luaOrders } from "./lua-orders.ts";

type Input = ReadCall & {
  vault: string;
  kind: OrderKindId;
  /** Chain on which the caller owns the vault (decision D3). */
  chainId: number;
  id: number;
};

const refusedSlice = z.object({
  number: z.int().min(1),
  refused: storedJson(sliceRefusal),
  end: orNull(storedJson(sliceEnd)),
});
export type RefusedSlice = z.infer<typeof refusedSlice>;

/**
 * An order with its refused slices, the newest 100; of one that the closed list dropped what it
 * left. Both null: none such.
 */
export const getOrderQuality = defineScript({
  name: "get-order-quality",
  effect: "read",
  uses: [luaOrders],
  lua: `
local MOST_REFUSED = 100

local function refused_slices(key)
  local numbers, slices = {}, {}
  for _, field in ipairs(call('HKEYS', key)) do
    local number = string.match(field, '^(%d+):refused$')
    if number then numbers[#numbers + 1] = tonumber(number) end
  end
  table.sort(numbers)
  for i = math.max(1, #numbers - MOST_REFUSED + 1), #numbers do
    local number = int(numbers[i])
    local kept = call('HMGET', key, number .. ':refused', number)
    slices[#slices + 1] = { number = numbers[i], refused = kept[1], ['end'] = kept[2] or nil }
  end
  return slices
end

local function main(input)
  local order = load_order(input.vault, int(input.id))
  if order then
    if kind_of(order.record) ~= input.kind or order.record.chainId ~= input.chainId then return {} end
    return { order = order.json, refused = refused_slices(K.slices(order.vault, order.id)) }
  end
  local figures = get(K.orderFigures(input.vault, int(input.id)))
  if not figures or cjson.decode(figures).chainId ~= input.chainId then return {} end
  return { figures = figures }
end`,
  encode: (input: Input) => input,
  declares: (keys, { vault, id }) => [
    keys.order(vault, id),
    keys.slices(vault, id),
    keys.orderFigures(vault, id),
  ],
  output: z.object({
    order: orNull(storedJson(anyOrder)),
    figures: orNull(storedJson(orderFigures)),
    refused: luaArray(refusedSlice).optional(),
  }),
});
