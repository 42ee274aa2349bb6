import type { Hex } from "viem";
import * as z from "zod";
import { ORDER_KINDS } from "../../../schemas/order-kinds.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { defineScript } from "../kernel/define-script.ts";
import { luaArray, readNamed } from "../kernel/stored-json.ts";
import { ORDER_CHANGE_PIECES, type OrdersChange } from "./change-order.ts";
import { namedRecords, numbersOf, storedOrder } from "./stored-order.ts";

const luaCancel = `
-- An auto-paused order can be cancelled by its number. On other chains only the caller's own is
-- reached.
local function open_order_of(input)
  local readable, order = pcall(load_order, input.vault, int(input.id))
  if not readable or not order or kind_of(order.record) ~= input.kind then return nil end
  local is_own = input.reachesOwn and order.record.operatorAddress == input.by
  if not is_own and not is_one_of(input.chainIds, order.record.chainId) then return nil end
  return (order.record.active or order.record.status == 'auto_paused') and order or nil
end

local function operator_in(json)
  local readable, record = pcall(cjson.decode, json)
  if not readable or type(record) ~= 'table' or type(record.operatorAddress) ~= 'string' then return nil end
  return record.operatorAddress
end

-- A damaged record, or one of none of the \`kinds\`, leaves every index; it goes itself unless its
-- attempt is open. \`by\` owns it if its text does not say.
local function drop_damaged(input, now)
  local id, member = int(input.id), order_member(input.vault, int(input.id))
  local readable, order = pcall(load_order, input.vault, id)
  if readable and (not order or is_one_of(input.kinds, kind_of(order.record))) then return false end
  local fields = call('HMGET', K.order(input.vault, id), 'json', 'attempt')
  local operators = { input.by, operator_in(fields[1]) }
  for _, chain in ipairs(input.chainIds) do
    if is_one_of(call('SMEMBERS', K.activeOrders(input.vault, chain)), id) then
      call('SREM', K.activeOrders(input.vault, chain), id)
      for _, one in ipairs(operators) do
        leave_operator(one, member, input.kinds)
        put_due(chain, one, member, nil)
        settle_turn(chain, one)
      end
      if fields[2] then
        call('LPUSH', K.closedOrders(input.vault), id)
      else
        call('DEL', K.order(input.vault, id), K.slices(input.vault, id), K.orderChanges(input.vault, id))
      end
      audit_append(chain, input.vault, input.auditDamaged, now, id)
      return true
    end
  end
  return false
end

-- An order without slices is told by its own answer.
local function cancel_order(order, now, entry, by)
  local before = order.record.status
  order.record.active, order.record.status, order.record.completedAt = false, 'cancelled', now
  drop_lease(order)
  write_order(order)
  enter_closed(order)
  audit_append(order.record.chainId, order.vault, entry, now, order.id)
  if has_slices(order.record) then tell_change(order, now, { kind = 'order_cancelled', by = by }) end
  local view = order_view(order)
  view.statusBefore = before
  return view
end
`;

type Input = OrdersChange & {
  /** By its number the caller's own is reached on every chain. */
  reachesOwn?: true;
  /** 0: every active order of the kind on those chains. */
  id: number;
};

/**
 * An open attempt stays open, is named with its hashes, and still writes its outcome. `cancelled`
 * is empty for an unknown or closed order. `unreadable`: numbers of damaged records, or of a
 * cancelled one that cannot be shown. `dropped`: a damaged one is gone.
 */
export const cancelOrders = defineScript({
  name: "cancel-orders",
  uses: [...ORDER_CHANGE_PIECES, luaCancel],
  lua: `
local function main(input, now)
  local found, unreadable = {}, {}
  if input.id ~= 0 then
    found[1] = open_order_of(input)
  else
    for _, chain in ipairs(input.chainIds) do
      local active, damaged = active_of_kind(input.vault, chain, input.kind, input.kinds)
      for _, order in ipairs(active) do found[#found + 1] = order end
      for _, id in ipairs(damaged) do unreadable[#unreadable + 1] = id end
    end
  end
  local cancelled = {}
  for i, order in ipairs(found) do cancelled[i] = { name = order.id, value = cancel_order(order, now, input.audit, input.by) } end
  local dropped = input.id ~= 0 and #found == 0 and drop_damaged(input, now)
  return { cancelled = cancelled, unreadable = unreadable, dropped = dropped }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    kinds: Object.keys(ORDER_KINDS),
    by: lowerHex(operator),
    ...cancelAudits(operator),
  }),
  declares: (keys, { vault, chainIds, id }) =>
    id === 0
      ? chainIds.map((chainId) => keys.activeOrders(vault, chainId))
      : [keys.order(vault, id)],
  output: z
    .object({ cancelled: namedRecords, unreadable: luaArray(z.string()), dropped: z.boolean() })
    .transform(({ cancelled, unreadable, dropped }) => ({
      cancelled: readNamed(cancelledOrder, cancelled, unreadable),
      unreadable: numbersOf(unreadable),
      dropped,
    })),
});

const cancelledOrder = storedOrder.extend({ statusBefore: z.string() });

/** A damaged record's entry has its number as its order. */
function cancelAudits(operator: Hex) {
  const facts = { kind: "order_cancelled", actor: lowerHex(operator) } as const;
  return { audit: auditText(facts), auditDamaged: auditText({ ...facts, damaged: true }) };
}
