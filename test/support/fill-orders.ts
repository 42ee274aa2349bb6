import * as z from "zod";
import { defineScript, type ReadCall } from "../../src/store/kernel/define-script.ts";
import { luaOrders } from "../../src/store/orders/lua-orders.ts";

type Input = ReadCall & {
  /** An order as `orderOf("@vault@", "@operator@")` makes it; every order becomes this text. */
  json: string;
  /** The first and the last number of the orders to write, from 1. */
  from: number;
  to: number;
  /** Orders of one operator; each stands in a vault of its own. */
  perOperator: number;
  dueMs: number;
};

/**
 * The vault of order `i` is `0x` and the SHA-1 of `vault i`, its operator that of `operator j`: any
 * of them can be found again.
 */
export const luaNumbered = `
local function vault_of(i) return '0x' .. redis.sha1hex('vault ' .. int(i)) end
local function operator_of(i, per_operator) return '0x' .. redis.sha1hex('operator ' .. int(math.ceil(i / per_operator))) end
`;

/**
 * Many orders in few trips, each written by what create-order itself uses;
 * test/unit/store/tick-trips.test.ts holds the two together. Missing are the audit entry, whose
 * digest Redis cannot make, and the memory of request ids, gone after ten minutes.
 */
export const fillOrders = defineScript({
  name: "fill-orders",
  effect: "read",
  uses: [luaOrders, luaNumbered],
  lua: `
-- The template cut at its places: text, place, text, place, ...
local function pieces_of(json)
  local pieces = {}
  for text, place in string.gmatch(json .. '@@', '(.-)@(%w*)@') do pieces[#pieces + 1], pieces[#pieces + 2] = text, place end
  return pieces
end

local function filled(pieces, vault, operator)
  local texts = {}
  for i = 1, #pieces, 2 do
    texts[i] = pieces[i]
    texts[i + 1] = pieces[i + 1] == 'vault' and vault or pieces[i + 1] == 'operator' and operator or ''
  end
  return table.concat(texts)
end

local function main(input)
  local record = cjson.decode(input.json)
  local pieces = pieces_of(string.sub(input.json, 2))
  for i = input.from, input.to do
    local vault, operator = vault_of(i), operator_of(i, input.perOperator)
    record.vaultAddress, record.operatorAddress = vault, operator
    local id = int(call('INCR', K.orderHighWater(vault)))
    local order = { vault = vault, id = id, record = record, v = 0 }
    write_order(order, '{"id":' .. id .. ',' .. filled(pieces, vault, operator))
    enter_active(order)
    set_due(order, input.dueMs)
  end
  return { written = input.to - input.from + 1 }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({ written: z.int() }),
});
