import type { Address } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { AgentOfGrant } from "../../kinds/call-context.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaLosses } from "../attempts/lua-losses.ts";
import { luaNav } from "../attempts/lua-nav.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import { luaVenuePrices } from "../attempts/lua-venue-prices.ts";
import { luaTradeLog, tradeLog } from "../audit/lua-trade-log.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull } from "../kernel/stored-json.ts";
import { storedOperation } from "../operations/load-operation.ts";
import { luaOperations, luaOperationsPage } from "../operations/lua-operations.ts";
import { luaOrderView } from "../orders/lua-order-view.ts";
import { luaOrders } from "../orders/lua-orders.ts";
import { listedOrders } from "../orders/stored-order.ts";
import { begunFreeCall, type FreeCallInput, luaFreeCall } from "../payments/begin-free-call.ts";
import { luaPayments } from "../payments/lua-payments.ts";
import { luaSamples } from "../samples/lua-samples.ts";
import { storedSample } from "../samples/stored-sample.ts";
import { listedVenueOrders, luaVenueOrders } from "../venueorders/stored-venue-order.ts";
import { callContext } from "./load-call-context.ts";
import {
  luaContext,
  luaGrantCalls,
  luaGrantContext,
  luaGrants,
  luaSettings,
} from "./lua-context.ts";

/** Absent pages: only what every call knows of operator and vault. */
export type OperatorRead = {
  vault: Address;
  chainId: ChainId;
  orders?: { cursor?: number | undefined; limit: number; isOpen: boolean };
  operations?: { cursor?: string | undefined; limit: number };
  losses?: true;
  /** Of the vault's log, the newest part of its swaps. */
  trades?: true;
  /** Samples of its NAV; from now on hourly ones. */
  samples?: true;
};
/** An agent reads as its grant's owner. */
type Input = ReadCall &
  OperatorRead & { operator?: string; by?: AgentOfGrant; call?: FreeCallInput };

/**
 * Counts the call and reads in the same trip (decision D13). The caller shows nothing before the
 * chain has named the owner.
 */
export const readAsOperator = defineScript({
  name: "read-as-operator",
  effect: "read",
  uses: [
    ...[luaOrders, luaAttempts, luaOrderView, luaOperations, luaOperationsPage, luaVenueOrders],
    ...[
      luaNav,
      luaVenuePrices,
      luaSettings,
      luaDecimals,
      luaSpent,
      luaContext,
      luaLosses,
      luaPayments,
      luaSamples,
    ],
    ...[luaGrants, luaGrantCalls, luaGrantContext, luaFreeCall, luaTradeLog],
  ],
  lua: `
local function losses_of(chain, vault, now)
  local day, week = sum_losses(call('HGETALL', K.losses(chain, vault)), now)
  return { dayPpb = day, weekPpb = week }
end

-- The chain names the owner later. Until then another account than the one that confirmed the
-- delegation costs no read of a long log, and makes no vault sampled more often.
local function is_foreign(chain, vault, operator)
  local text = get(K.delegation(chain, vault))
  return text ~= nil and string.lower(cjson.decode(text).operator) ~= string.lower(operator)
end

local function main(input, now)
  local begun = input.call and begin_free_call(input.call, now) or { kind = 'run' }
  if begun.kind ~= 'run' then return { begun = begun } end
  local vault, chain = input.vault, input.chainId
  local context, operator = context_for(now, chain, vault, input.operator, input.by)
  if not operator then return { begun = begun, context = context } end
  local is_stranger = (input.trades or input.samples) and is_foreign(chain, vault, operator)
  if input.samples and not is_stranger then look_at_samples(chain, vault, now) end
  return {
    begun = begun,
    context = context,
    orders = input.orders and orders_page(vault, chain, input.orders) or nil,
    venueOrders = input.orders and not input.orders.cursor and venue_orders_of(vault) or nil,
    operations = input.operations and operations_page(vault, chain, operator, input.operations, now, input.by) or nil,
    losses = input.losses and losses_of(chain, vault, now) or nil,
    trades = input.trades and not is_stranger and trade_log(chain, vault) or nil,
    samples = input.samples and samples_of(chain, vault) or nil,
  }
end`,
  encode: ({ vault, call, ...rest }: Input) => ({
    ...rest,
    vault: vault.toLowerCase(),
    // At the top they are left out too: Lua takes a null of JSON for something.
    call: call && Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null)),
  }),
  output: z.object({
    begun: begunFreeCall,
    context: callContext.optional(),
    orders: listedOrders.optional(),
    venueOrders: listedVenueOrders.optional(),
    operations: z
      .object({ found: luaArray(storedOperation), nextCursor: orNull(z.string()) })
      .optional(),
    losses: z.object({ dayPpb: z.int(), weekPpb: z.int() }).optional(),
    trades: tradeLog.optional(),
    samples: luaArray(storedSample).optional(),
  }),
});

export type StoredForOperator = Awaited<ReturnType<typeof readAsOperator.run>>;
