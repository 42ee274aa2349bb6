import * as z from "zod";
import type { TriggerEvent } from "../../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../../schemas/trigger-order.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { auditCreated } from "../audit/audit-created.ts";
import { auditTrigger } from "../audit/audit-trigger.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { encodeOutboxItem } from "../outbox/encode-outbox-item.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import type { NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOpenOrder } from "./lua-open-order.ts";
import { luaOrders } from "./lua-orders.ts";
import { orderText } from "./order-text.ts";

type Input = WriteCall & {
  leaseToken: number;
  expectedVersion: number;
  /** The trigger order as it is once it has fired, its event and notification: each with `twapOrderId: 0` where the new order's number belongs. */
  trigger: TriggerOrder;
  event: TriggerEvent;
  outbox: readonly NewOutboxItem[];
  /** The TWAP order that it becomes. */
  order: Omit<TwapOrder, "id">;
  /** As of create-order. */
  maxActivePerVaultChain: number;
  maxActivePerOperator: number;
};

/**
 * Ends a trigger order and creates its TWAP order in one step: neither is there without the other, and twice is once. Refused where the
 * vault's or the operator's orders are full, in a frozen vault, and where the trigger order was written since the claim.
 */
export const fireTrigger = defineScript({
  name: "fire-trigger",
  effect: "write",
  uses: [luaAudit, luaOrders, luaOpenOrder, luaEvents, luaOutbox],
  lua: `
local function main(input, now)
  local order = load_order(input.vault, int(input.id))
  if not order or not order.record.active or order.record.status ~= 'active' then return { ok = false, code = 'order_not_active' } end
  local token, expires = lease_of(order.lease)
  if order.attempt or token ~= input.leaseToken or now >= expires or order.v ~= input.expectedVersion then return { ok = false, code = 'lease_lost' } end
  if call('EXISTS', K.frozen(order.vault)) == 1 then return { ok = false, code = 'vault_frozen' } end
  local record = order.record
  local refusal = limit_refusal(order.vault, record.chainId, record.operatorAddress, input.maxActivePerVaultChain, input.maxActivePerOperator)
  if refusal then return refusal end
  local opened = open_order(input.order, input.auditOrder, now)
  -- Ours is the one key without a backslash before its quote: none of the texts inside can spell it.
  local function numbered(text) return (string.gsub(text, '"twapOrderId":0([,}])', '"twapOrderId":' .. opened.id .. '%1')) end
  local text = numbered(input.json)
  order.record = cjson.decode(text)
  write_order(order, text)
  drop_lease(order)
  enter_closed(order)
  audit_append(record.chainId, order.vault, input.audit, now, opened.id)
  push_event(order.vault, numbered(input.event))
  for _, item in ipairs(input.outbox) do
    item.payload = numbered(item.payload)
    outbox_add(item)
  end
  return { ok = true, id = tonumber(opened.id) }
end`,
  encode: ({ trigger, event, outbox, order, ...rest }: Input) => ({
    ...rest,
    vault: trigger.vaultAddress,
    id: trigger.id,
    json: orderText(trigger),
    event: JSON.stringify({ ...event, chainId: trigger.chainId }),
    outbox: outbox.map(encodeOutboxItem),
    order: orderText({ ...order, id: undefined }),
    audit: auditTrigger.changed(trigger, event),
    auditOrder: auditCreated(order),
  }),
  declares: (keys, { trigger }) => [
    keys.order(trigger.vaultAddress, trigger.id),
    keys.orderHighWater(trigger.vaultAddress),
    keys.events(trigger.vaultAddress),
    keys.frozen(trigger.vaultAddress),
    keys.due(trigger.chainId),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), id: z.int().min(1) }),
    z.object({
      ok: z.literal(false),
      code: z.enum(["order_not_active", "lease_lost", "vault_frozen", "vault_limit", "operator_limit"]),
      active: z.int().optional(),
    }),
  ]),
});
