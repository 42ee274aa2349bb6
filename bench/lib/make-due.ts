import * as z from "zod";
import { defineScript, type ReadCall } from "../../src/store/kernel/define-script.ts";
import { luaOrders } from "../../src/store/orders/lua-orders.ts";
import { luaNumbered } from "../../test/support/fill-orders.ts";

type Input = ReadCall & {
  /** The template they were filled with. */
  json: string;
  /** Numbers of filled orders. */
  numbers: number[];
  dueMs: number;
};

/**
 * Filled orders as on their first day, free of any lease, and due then: what earlier runs did to
 * them is gone.
 */
export const makeDue = defineScript({
  name: "make-due",
  effect: "read",
  uses: [luaOrders, luaNumbered],
  lua: `
local function main(input)
  for _, i in ipairs(input.numbers) do
    local vault = vault_of(i)
    local order = load_order(vault, '1')
    local operator = order.record.operatorAddress
    local json = string.gsub(string.gsub(input.json, '@vault@', vault), '@operator@', operator)
    order.record = cjson.decode(json)
    call('HDEL', K.order(vault, '1'), 'lease', 'attempt')
    write_order(order, '{"id":1,' .. string.sub(json, 2))
    enter_active(order)
    set_due(order, input.dueMs)
  end
  return { made = #input.numbers }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({ made: z.int() }),
});
