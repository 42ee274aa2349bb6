import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../../schemas/any-order.ts";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { waitReason } from "../../../schemas/wait-reason.ts";
import type { ClaimedOrder } from "../../kinds/call-context.ts";
import type { OrderMost } from "../../kinds/order-kind.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { luaArray, orNull, readNamed, storedJson } from "../kernel/stored-json.ts";
import { callContext } from "../vaults/load-call-context.ts";

export const namedRecords = luaArray(z.object({ name: z.string(), value: z.unknown() }));

/** Reads `order_view` (lua-order-view.ts). A later write must still find `version`. */
export const storedOrder = z.object({
  order: storedJson(anyOrder),
  version: z.int().min(1),
  openAttempt: orNull(storedAttempt),
});
export type StoredOrder = z.infer<typeof storedOrder>;

/**
 * Reads `order_views` (lua-order-view.ts). `unreadable`: numbers of damaged records. `nextCursor`
 * null: this is all.
 */
export const listedOrders = z
  .object({ orders: namedRecords, unreadable: luaArray(z.string()), nextCursor: orNull(z.int()) })
  .transform(({ orders, unreadable, nextCursor }) => ({
    orders: readNamed(storedOrder, orders, unreadable),
    unreadable: numbersOf(unreadable),
    nextCursor,
  }));

export const numbersOf = (names: readonly string[]): number[] =>
  names.map(Number).sort((a, b) => a - b);

export const claimedOrder: z.ZodType<ClaimedOrder> = z.object({
  order: storedJson(anyOrder),
  version: z.int(),
  context: callContext,
  short: z.string().optional(),
  waits: waitReason.optional(),
});

/** Lower-case addresses (decision D11), by their fields' names. */
export const orderText = (order: AnyOrder | Omit<AnyOrder, "id">): string =>
  JSON.stringify(order, (field, value: unknown) =>
    field.endsWith("Address") && typeof value === "string" ? value.toLowerCase() : value,
  );

export const luaOpenOrder = `
-- An agent's order leaves its owner the last place of each limit.
local function kept_for_owner(record) return record.grant and 1 or 0 end

-- Takes the vault's next number; due from the next ms on, or from its start.
local function open_order(json, audit, now)
  local record = cjson.decode(json)
  local vault = record.vaultAddress
  local id = int(call('INCR', K.orderHighWater(vault)))
  local order = { vault = vault, id = id, record = record, v = 0 }
  write_order(order, '{"id":' .. id .. ',' .. string.sub(json, 2))
  enter_active(order)
  set_due(order, first_due_of(record, now))
  audit_append(record.chainId, vault, audit, now, id)
  return order
end
`;

/** Input of `limit_refusal` (lua-orders.ts). */
export const encodeMost = ({ ofVault, ofOperator }: OrderMost) => ({
  ofVault: ofVault.most,
  ofOperator: ofOperator.most,
  with: ofOperator.with,
  ...(ofVault.on !== "each chain" && { chains: CHAIN_IDS }),
});
