import * as z from "zod";
import { type TwapOrder, twapOrder } from "../../../schemas/twap-order.ts";
import { auditCreated } from "../audit/audit-created.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { luaOpenOrder } from "./lua-open-order.ts";
import { luaOrders } from "./lua-orders.ts";
import { orderText } from "./order-text.ts";

type Input = WriteCall & {
  order: Omit<TwapOrder, "id">;
  /** Limits (ORDER_LIMITS). Orders with `active: true` count. */
  maxActivePerVaultChain: number;
  maxActivePerOperator: number;
};

/**
 * Stores a new order, due from the next ms on. Its id comes from the vault's high-water mark, starts at 1 and is never given
 * twice, pruned orders included; a refused creation uses none up.
 */
export const createOrder = defineScript({
  name: "create-order",
  effect: "write",
  uses: [luaAudit, luaOrders, luaOutbox, luaOpenOrder],
  lua: `
-- In every channel of its operator the order's card comes with the order.
local function open_card(order, now)
  local operator = order.record.operatorAddress
  local of = order.vault .. ':' .. order.id
  local payload = cjson.encode({ vault = order.vault, orderId = tonumber(order.id), opens = true })
  for _, channel in ipairs(channels_of(operator)) do
    outbox_add({ id = 'order_card:' .. of, operator = operator, dueMs = now - 1, payload = payload, to = { channel = channel },
      way = { later = true, makesRoom = true, card = 'looks' } })
  end
end

local function main(input, now)
  local record = cjson.decode(input.json)
  local vault = record.vaultAddress
  local refusal = limit_refusal(vault, record.chainId, record.operatorAddress, input.maxActivePerVaultChain, input.maxActivePerOperator)
  if refusal then return refusal end
  local order = open_order(input.json, input.audit, now)
  open_card(order, now)
  return { ok = true, id = tonumber(order.id), order = order.json, version = order.v }
end`,
  encode: ({ order, ...limits }: Input) => ({
    ...limits,
    json: orderText({ ...order, id: undefined }),
    audit: auditCreated(order),
  }),
  declares: (keys, { order }) => [
    keys.orderHighWater(order.vaultAddress),
    keys.activeOrders(order.vaultAddress, order.chainId),
    keys.operatorOrders(order.operatorAddress),
    keys.due(order.chainId),
    keys.dueOf(order.chainId, order.operatorAddress),
    keys.dueTurns(order.chainId),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), id: z.int().min(1), order: storedJson(twapOrder), version: z.int() }),
    z.object({ ok: z.literal(false), code: z.enum(["vault_limit", "operator_limit"]), active: z.int() }),
  ]),
});
