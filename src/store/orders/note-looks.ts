import * as z from "zod";
import type { AnyOrder } from "../../../schemas/any-order.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaOrders } from "./lua-orders.ts";
import { orderText } from "./stored-order.ts";

type Input = WriteCall & {
  /** Of the claim that looked. */
  leaseToken: number;
  /** At the version that the claim gave, and when they are due again. */
  looks: readonly { order: AnyOrder; version: number; dueMs: number }[];
};

/**
 * At orders that go on waiting, all in one trip: what was seen is written, the lease given back. One that was cancelled meanwhile, or that
 * another claim holds, is left alone. Answers how many were written.
 */
export const noteLooks = defineScript({
  name: "note-looks",
  effect: "write",
  uses: [luaOrders],
  lua: `
local function main(input)
  local noted = 0
  for _, look in ipairs(input.looks) do
    local order = load_order(look.vault, int(look.id))
    local is_ours = order and order.v == look.version and lease_of(order.lease) == input.leaseToken
    if is_ours and not order.attempt and order.record.status == 'active' then
      if kind_of(cjson.decode(look.json)) ~= kind_of(order.record) then error('an order cannot become another kind') end
      write_order(order, look.json)
      drop_lease(order)
      set_due(order, look.dueMs)
      noted = noted + 1
    end
  end
  return { noted = noted }
end`,
  encode: ({ looks, ...rest }: Input) => ({
    ...rest,
    looks: looks.map(({ order, version, dueMs }) => ({
      vault: order.vaultAddress,
      id: order.id,
      version,
      dueMs,
      json: orderText(order),
    })),
  }),
  declares: (keys, { looks }) => looks.map(({ order }) => keys.order(order.vaultAddress, order.id)),
  output: z.object({ noted: z.int() }),
});
