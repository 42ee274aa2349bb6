import * as z from "zod";
import type { AnyOrder } from "../../../schemas/orders/any-order.ts";
import type { OrderEvent } from "../../../schemas/orders/order-event.ts";
import type { OrderMost } from "../../kinds/order-kind.ts";
import type { AuditText, BecomeOrderRefusal } from "../../kinds/order-run.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaGrants } from "../vaults/lua-context.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrders } from "./lua-orders.ts";
import { encodeMost, luaOpenOrder, orderText } from "./stored-order.ts";

const refusals: z.ZodType<BecomeOrderRefusal> = z.enum([
  "order_not_active",
  "lease_lost",
  "vault_frozen",
  "vault_limit",
  "operator_limit",
  "grant_ended",
]);

type Input = WriteCall & {
  leaseToken: number;
  expectedVersion: number;
  /** As ended; it, event, outbox and audit carry `numberField: 0` where the new number belongs. */
  order: AnyOrder;
  event: OrderEvent;
  outbox: readonly NewOutboxItem[];
  audit: AuditText;
  numberField: string;
  opens: { order: Omit<AnyOrder, "id">; audit: AuditText; most: OrderMost };
};

/**
 * Ends an order and creates its successor in one step: never one without the other. Refused in a
 * frozen vault, above the limits, and if the order was written since the claim.
 */
export const becomeOrder = defineScript({
  name: "become-order",
  uses: [luaAudit, luaOrders, luaOpenOrder, luaEvents, luaOutbox, luaGrants],
  lua: `
local function main(input, now)
  local order = load_order(input.vault, int(input.id))
  if not order or not order.record.active or order.record.status ~= 'active' then return { ok = false, code = 'order_not_active' } end
  local token, expires = lease_of(order.lease)
  if order.attempt or token ~= input.leaseToken or now >= expires or order.v ~= input.expectedVersion then return { ok = false, code = 'lease_lost' } end
  if call('EXISTS', K.frozen(order.vault)) == 1 then return { ok = false, code = 'vault_frozen' } end
  local record = order.record
  local opens = cjson.decode(input.opens.json)
  if opens.grant and not grant_of_order(opens, now) then return { ok = false, code = 'grant_ended' } end
  local refusal = limit_refusal(opens, input.opens.most, kept_for_owner(opens))
  if refusal then return refusal end
  local opened = open_order(input.opens.json, input.opens.audit, now)
  -- No text inside can spell this: its quotes would be escaped.
  local function numbered(text) return (string.gsub(text, '"' .. input.numberField .. '":0([,}])', '"' .. input.numberField .. '":' .. opened.id .. '%1')) end
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
  encode: ({ order, event, outbox, opens, ...rest }: Input) => ({
    ...rest,
    vault: order.vaultAddress,
    id: order.id,
    json: orderText(order),
    event: JSON.stringify({ ...event, chainId: order.chainId }),
    outbox: outbox.map(encodeOutboxItem),
    opens: {
      json: orderText({ ...opens.order, id: undefined }),
      audit: opens.audit,
      most: encodeMost(opens.most),
    },
  }),
  declares: (keys, { order }) => [
    keys.order(order.vaultAddress, order.id),
    keys.orderHighWater(order.vaultAddress),
    keys.events(order.vaultAddress),
    keys.frozen(order.vaultAddress),
    keys.due(order.chainId),
  ],
  output: okOr({ id: z.int().min(1) }, { code: refusals, active: z.int().optional() }),
});
