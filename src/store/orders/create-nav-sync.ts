import * as z from "zod";
import { CHAIN_IDS, chainId } from "../../../schemas/chains.ts";
import { type NavSync, navSync } from "../../../schemas/nav-sync.ts";
import { auditNavSync } from "../audit/audit-nav-sync.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { luaOpenOrder } from "./lua-open-order.ts";
import { luaOrders } from "./lua-orders.ts";
import { orderText } from "./order-text.ts";

type Input = WriteCall & {
  sync: Omit<NavSync, "id">;
  /** Of all an operator's orders and NAV syncs together (ORDER_LIMITS). */
  maxActivePerOperator: number;
};

/**
 * Stores a new NAV sync under the next number of the vault's orders, due from the next ms on. A vault has one of each operator at
 * most, on whichever chain it was created: another operator, who may own the vault elsewhere, must not stand in its way.
 */
export const createNavSync = defineScript({
  name: "create-nav-sync",
  effect: "write",
  uses: [luaAudit, luaOrders, luaOpenOrder],
  lua: `
local function main(input, now)
  local record = cjson.decode(input.json)
  for _, chain in ipairs(input.chainIds) do
    for _, other in ipairs(active_of_kind(record.vaultAddress, chain, record.kind)) do
      if other.record.operatorAddress == record.operatorAddress then
        return { ok = false, code = 'exists', active = tonumber(other.id), chainId = chain }
      end
    end
  end
  local ofOperator = count_of_operator(K.operatorOrders(record.operatorAddress), input.maxActivePerOperator)
  if ofOperator >= input.maxActivePerOperator then return { ok = false, code = 'operator_limit', active = ofOperator } end
  local order = open_order(input.json, input.audit, now)
  return { ok = true, id = tonumber(order.id), order = order.json, version = order.v }
end`,
  encode: ({ sync, ...rest }: Input) => ({
    ...rest,
    chainIds: CHAIN_IDS,
    json: orderText({ ...sync, id: undefined }),
    audit: auditNavSync(sync),
  }),
  declares: (keys, { sync }) => [
    keys.orderHighWater(sync.vaultAddress),
    ...CHAIN_IDS.map((chain) => keys.activeOrders(sync.vaultAddress, chain)),
    keys.operatorOrders(sync.operatorAddress),
    keys.due(sync.chainId),
    keys.dueOf(sync.chainId, sync.operatorAddress),
    keys.dueTurns(sync.chainId),
  ],
  output: z.union([
    z.object({ ok: z.literal(true), id: z.int().min(1), order: storedJson(navSync), version: z.int() }),
    /** `active`: the number of the one there is. */
    z.object({ ok: z.literal(false), code: z.literal("exists"), active: z.int(), chainId }),
    z.object({ ok: z.literal(false), code: z.literal("operator_limit"), active: z.int() }),
  ]),
});
