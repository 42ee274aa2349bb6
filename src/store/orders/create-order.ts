import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../../schemas/any-order.ts";
import { CHAIN_IDS, chainId } from "../../../schemas/chains.ts";
import { kindOfOrder } from "../../../schemas/kind-of-order.ts";
import type { OrderMost } from "../../kinds/order-kind.ts";
import type { AuditText } from "../../kinds/order-result.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { luaGrants } from "../vaults/lua-context.ts";
import { luaOrders } from "./lua-orders.ts";
import { encodeMost, luaOpenOrder, orderText } from "./stored-order.ts";

type Input = WriteCall & {
  order: Omit<AnyOrder, "id">;
  most: OrderMost;
  audit: AuditText;
  hasCard: boolean;
};

/**
 * Creates an order, due from the next ms on. Ids start at 1 and never repeat; a refusal uses none
 * up. `vault_limit`: so many are active, the first one with `id` on `chainId`.
 * `grant_ended`: the grant that makes it is over, or trades no more.
 */
export const createOrder = defineScript({
  name: "create-order",
  uses: [luaAudit, luaOrders, luaOutbox, luaOpenOrder, luaGrants],
  lua: `
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
  if record.grant and not grant_of_order(record, now) then return { ok = false, code = 'grant_ended', active = 0 } end
  local refusal = limit_refusal(record, input.most, kept_for_owner(record))
  if refusal then return refusal end
  local order = open_order(input.json, input.audit, now)
  if input.hasCard then open_card(order, now) end
  return { ok = true, id = tonumber(order.id), order = order.json, version = order.v }
end`,
  encode: ({ order, most, ...rest }: Input) => ({
    ...rest,
    most: encodeMost(most),
    json: orderText({ ...order, id: undefined }),
  }),
  declares: (keys, { order, most }) => [
    keys.orderHighWater(order.vaultAddress),
    ...(most.ofVault.on === "each chain" ? [order.chainId] : CHAIN_IDS).map((chain) =>
      keys.activeOrders(order.vaultAddress, chain),
    ),
    ...[kindOfOrder(order), ...most.ofOperator.with].map((kind) =>
      keys.operatorOrders(order.operatorAddress, kind),
    ),
    keys.due(order.chainId),
    keys.dueOf(order.chainId, order.operatorAddress),
    keys.dueTurns(order.chainId),
    ...(order.grant === undefined ? [] : [keys.grant(order.grant.id)]),
  ],
  output: z.union([
    z.object({
      ok: z.literal(true),
      id: z.int().min(1),
      order: storedJson(anyOrder),
      version: z.int(),
    }),
    z.object({
      ok: z.literal(false),
      code: z.literal("vault_limit"),
      active: z.int(),
      id: z.int(),
      chainId,
    }),
    z.object({
      ok: z.literal(false),
      code: z.enum(["operator_limit", "grant_ended"]),
      active: z.int(),
    }),
  ]),
});
