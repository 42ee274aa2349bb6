import * as z from "zod";
import type { AnyOrder } from "../../../schemas/any-order.ts";
import type { ClaimedOrder } from "../../kinds/call-context.ts";
import type { VenueShares } from "../../kinds/venue.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaNav } from "../attempts/lua-nav.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import { luaVenuePrices } from "../attempts/lua-venue-prices.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, readNamed } from "../kernel/stored-json.ts";
import { luaChannels } from "../outbox/lua-outbox.ts";
import { luaContext, luaGrants, luaSettings } from "../vaults/lua-context.ts";
import { luaVenueOrders } from "../venueorders/stored-venue-order.ts";
import { luaClaim } from "./lua-claim.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { claimedOrder } from "./stored-order.ts";
import { luaShares } from "./take-shares.ts";

type Input = WriteCall & {
  /** What this claim holds of a vault does not stand in the way of the vault's other orders. */
  token: number;
  leaseMs: number;
  /** Left out: unlimited. What is above waits (`waits`). */
  shares?: VenueShares | undefined;
  orders: readonly Pick<AnyOrder, "vaultAddress" | "id" | "chainId" | "operatorAddress">[];
};

type Freed = { orders: ClaimedOrder[]; unreadable: string[] };

/**
 * Leases these orders under the claim's token, where they are due now, and their vaults' other due ones. They were not due when it claimed:
 * their last slice was not known to have ended. One trip, however many.
 */
export const claimFreed = defineScript({
  name: "claim-freed",
  effect: "write",
  uses: [
    luaAudit,
    luaOrders,
    luaAttempts,
    luaNav,
    luaVenuePrices,
    luaSettings,
    luaDecimals,
    luaSpent,
    luaContext,
    luaGrants,
    luaVenueOrders,
    luaSlices,
    luaShares,
    luaChannels,
    luaClaim,
  ],
  lua: `
local function main(input, now)
  local claim = {
    now = now, token = int(input.token), lease_end = now + input.leaseMs,
    shares = input.shares and input.shares.venues, share_window = input.shares and input.shares.windowMs, orders = {}, unreadable = {},
  }
  for _, freed in ipairs(input.orders) do claim_freed(claim, freed) end
  return { orders = claim.orders, unreadable = claim.unreadable }
end`,
  encode: ({ orders, ...rest }: Input) => ({
    ...rest,
    orders: orders.map(({ vaultAddress, id, chainId, operatorAddress }) => ({
      vault: vaultAddress,
      id,
      chain: chainId,
      operator: operatorAddress,
    })),
  }),
  declares: (keys, { orders }) => [
    ...new Set(orders.flatMap(({ chainId }) => [keys.due(chainId), keys.dueTurns(chainId)])),
    ...orders.map(({ vaultAddress, id }) => keys.order(vaultAddress, id)),
  ],
  output: z
    .object({
      orders: luaArray(z.object({ name: z.string(), value: z.unknown() })),
      unreadable: luaArray(z.string()),
    })
    .transform((raw): Freed => {
      const unreadable = [...raw.unreadable];
      return { orders: readNamed(claimedOrder, raw.orders, unreadable), unreadable };
    }),
});
