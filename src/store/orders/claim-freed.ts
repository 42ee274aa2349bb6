import * as z from "zod";
import type { AnyOrder } from "../../../schemas/orders/any-order.ts";
import type { VenueShares } from "../../kinds/venue.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, readNamed } from "../kernel/stored-json.ts";
import { CLAIM_PIECES } from "./claim-due.ts";
import { claimedOrder, namedRecords } from "./stored-order.ts";

type Input = WriteCall & {
  /** Its own leases on a vault do not block the vault's other orders. */
  token: number;
  leaseMs: number;
  /** Absent: unlimited. An order above its share waits (`waits`). */
  shares?: VenueShares | undefined;
  orders: readonly Pick<AnyOrder, "vaultAddress" | "id" | "chainId" | "operatorAddress">[];
};

/**
 * Leases orders that became due during a claim, under its token, and their vaults' other due ones:
 * their last slice was not known to have ended before.
 */
export const claimFreed = defineScript({
  name: "claim-freed",
  uses: CLAIM_PIECES,
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
      orders: namedRecords,
      unreadable: luaArray(z.string()),
    })
    .transform((raw) => {
      const unreadable = [...raw.unreadable];
      return { orders: readNamed(claimedOrder, raw.orders, unreadable), unreadable };
    }),
});
