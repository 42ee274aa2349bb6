import * as z from "zod";
import { TRIGGER_LIMITS } from "../../../schemas/trigger-limits.ts";
import { type TriggerOrder, triggerOrder } from "../../../schemas/trigger-order.ts";
import { auditTrigger } from "../audit/audit-trigger.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { luaOpenOrder } from "./lua-open-order.ts";
import { luaOrders } from "./lua-orders.ts";
import { orderText } from "./order-text.ts";

type Input = WriteCall & { trigger: Omit<TriggerOrder, "id"> };

/** Stores a new trigger order under the next number of the vault's orders, due from the next ms on, within TRIGGER_LIMITS. */
export const createTrigger = defineScript({
  name: "create-trigger",
  effect: "write",
  uses: [luaAudit, luaOrders, luaOpenOrder],
  lua: `
local function main(input, now)
  local record = cjson.decode(input.json)
  local inVault = #active_of_kind(record.vaultAddress, record.chainId, record.kind)
  if inVault >= input.perVaultChain then return { ok = false, code = 'vault_limit', active = inVault } end
  local ofOperator = count_of_operator(of_operator(record), input.perOperator)
  if ofOperator >= input.perOperator then return { ok = false, code = 'operator_limit', active = ofOperator } end
  local order = open_order(input.json, input.audit, now)
  return { ok = true, id = tonumber(order.id), order = order.json, version = order.v }
end`,
  encode: ({ trigger, ...rest }: Input) => ({
    ...rest,
    perVaultChain: TRIGGER_LIMITS.maxActivePerVaultChain,
    perOperator: TRIGGER_LIMITS.maxActivePerOperator,
    json: orderText({ ...trigger, id: undefined }),
    audit: auditTrigger.created(trigger),
  }),
  declares: (keys, { trigger }) => [
    keys.orderHighWater(trigger.vaultAddress),
    keys.activeOrders(trigger.vaultAddress, trigger.chainId),
    keys.operatorTriggers(trigger.operatorAddress),
    keys.due(trigger.chainId),
    keys.dueOf(trigger.chainId, trigger.operatorAddress),
    keys.dueTurns(trigger.chainId),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), id: z.int().min(1), order: storedJson(triggerOrder), version: z.int() }),
    z.object({ ok: z.literal(false), code: z.enum(["vault_limit", "operator_limit"]), active: z.int() }),
  ]),
});
