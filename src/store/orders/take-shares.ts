import * as z from "zod";
import type { VenueId } from "../../../schemas/venue-ids.ts";
import type { VenueShares } from "../../kinds/venue.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/stored-json.ts";
import { ORDER_KEYS } from "./order-keys.ts";

/** A claim table: now, shares (calls by venue; nil: unlimited) and share_window in ms. */
export const luaShares = `
local SHARE_TTL_SEC = ${ORDER_KEYS.venueCalls.ttlSec}

-- Undrained thousandths of a share of so many calls.
local function share_taken(claim, key, share)
  local fields = call('HMGET', key, 'used', 'at')
  if not fields[1] then return 0 end
  local passed = math.max(0, claim.now - tonumber(fields[2]))
  return math.max(0, tonumber(fields[1]) - passed * share * 1000 / claim.share_window)
end

local function keep_share(claim, key, taken)
  call('HSET', key, 'used', int(math.ceil(taken)), 'at', int(claim.now))
  call('EXPIRE', key, SHARE_TTL_SEC)
end

-- False if all slices, or this operator's, have used their share. Beyond the slices' share each
-- operator has a share of its own, so that no one takes all of it.
local function take_share(claim, venue, operator)
  local share = claim.shares and claim.shares[venue]
  if not share then return true end
  local all, own, cost = K.venueCalls(venue), K.venueCallsOf(venue, operator), share.calls * 1000
  local of_all, of_own = share_taken(claim, all, share.total) + cost, share_taken(claim, own, share.each) + cost
  if of_all > share.total * 1000 or of_own > share.each * 1000 then return false end
  if share.beyond and of_all > share.beyond.from * 1000 then
    local key, each = K.venueCallsBeyond(venue, operator), share.beyond.each
    local of_beyond = share_taken(claim, key, each) + cost
    if of_beyond > each * 1000 then return false end
    keep_share(claim, key, of_beyond)
  end
  keep_share(claim, all, of_all)
  keep_share(claim, own, of_own)
  return true
end

-- Counts a door's call of several venues; answers those that have calls left beside the slices'
-- share.
local function take_for_door(venues, now)
  if not venues then return nil end
  local claim, free = { now = now, share_window = venues.windowMs }, {}
  for _, one in ipairs(venues.asked) do
    local key = K.doorCalls(one.venue)
    local taken = share_taken(claim, key, one.total) + one.calls * 1000
    if taken <= one.total * 1000 then
      keep_share(claim, key, taken)
      free[#free + 1] = one.venue
    end
  end
  return free
end
`;

type Input = WriteCall & {
  shares: VenueShares;
  trades: readonly { venue: VenueId; operator: string }[];
};

/** Decides for each trade, as a claim does for slices, if it may run now. */
export const takeShares = defineScript({
  name: "take-shares",
  uses: [luaShares],
  lua: `
local function main(input, now)
  local claim, taken = { now = now, shares = input.shares.venues, share_window = input.shares.windowMs }, {}
  for i, trade in ipairs(input.trades) do taken[i] = take_share(claim, trade.venue, trade.operator) end
  return { taken = taken }
end`,
  encode: (input: Input) => input,
  declares: (keys, { trades }) =>
    trades.flatMap(({ venue, operator }) => [
      keys.venueCalls(venue),
      keys.venueCallsOf(venue, operator),
      keys.venueCallsBeyond(venue, operator),
    ]),
  output: z.object({ taken: luaArray(z.boolean()) }),
});
