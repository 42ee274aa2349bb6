import { ORDER_KEYS } from "./order-keys.ts";

/** How the calls to a venue are shared. A claim table: now, shares (calls by venue; nil: unlimited) and share_window in ms. Needs no other piece. */
export const luaShares = `
local SHARE_TTL_SEC = ${ORDER_KEYS.venueCalls.ttlSec}

-- What was taken of a share of so many calls, in thousandths, and is not drained yet.
local function taken_of(claim, key, share)
  local fields = call('HMGET', key, 'used', 'at')
  if not fields[1] then return 0 end
  local passed = math.max(0, claim.now - tonumber(fields[2]))
  return math.max(0, tonumber(fields[1]) - passed * share * 1000 / claim.share_window)
end

local function take_of(claim, key, taken)
  call('HSET', key, 'used', int(math.ceil(taken)), 'at', int(claim.now))
  call('EXPIRE', key, SHARE_TTL_SEC)
end

-- Takes a slice's calls of its venue; false where all slices, or those of its operator, have taken their share. What lies beyond the share
-- of slices has a share of its own for each operator, so that no one takes all of it.
local function take_share(claim, venue, operator)
  local share = claim.shares and claim.shares[venue]
  if not share then return true end
  local all, own, cost = K.venueCalls(venue), K.venueCallsOf(venue, operator), share.calls * 1000
  local of_all, of_own = taken_of(claim, all, share.total) + cost, taken_of(claim, own, share.each) + cost
  if of_all > share.total * 1000 or of_own > share.each * 1000 then return false end
  if share.beyond and of_all > share.beyond.from * 1000 then
    local key, each = K.venueCallsBeyond(venue, operator), share.beyond.each
    local of_beyond = taken_of(claim, key, each) + cost
    if of_beyond > each * 1000 then return false end
    take_of(claim, key, of_beyond)
  end
  take_of(claim, all, of_all)
  take_of(claim, own, of_own)
  return true
end
`;
