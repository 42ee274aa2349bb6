import * as z from "zod";
import type { VenueId } from "../../../schemas/venue-ids.ts";
import type { VenueShares } from "../../kinds/venue.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { luaShares } from "./lua-shares.ts";

type Input = WriteCall & {
  shares: VenueShares;
  /** One trade each, in the order in which they are served. */
  trades: readonly { venue: VenueId; operator: string }[];
};

/** As a claim does of slices: for each trade whether it may run now, all in one trip. */
export const takeShares = defineScript({
  name: "take-shares",
  effect: "write",
  uses: [luaShares],
  lua: `
local function main(input, now)
  local claim, taken = { now = now, shares = input.shares.venues, share_window = input.shares.windowMs }, {}
  for i, trade in ipairs(input.trades) do taken[i] = take_share(claim, trade.venue, trade.operator) end
  return { taken = taken }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { trades }) =>
    trades.flatMap(({ venue, operator }) => [
      keys.venueCalls(venue),
      keys.venueCallsOf(venue, operator),
      keys.venueCallsBeyond(venue, operator),
    ]),
  output: z.object({ taken: luaArray(z.boolean()) }),
});
