import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaVenueOrders } from "./lua-venue-orders.ts";
import { listedVenueOrders } from "./stored-venue-order.ts";

type Input = ReadCall & { vault: string };

/** On every chain: those still followed, oldest first, then those that ended, newest first. */
export const listVenueOrders = defineScript({
  name: "list-venue-orders",
  effect: "read",
  uses: [luaVenueOrders],
  lua: `
local function main(input)
  return venue_orders_of(input.vault)
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { vault }) => [keys.venueOrdersOpen(vault), keys.venueOrdersEnded(vault)],
  output: listedVenueOrders,
});
