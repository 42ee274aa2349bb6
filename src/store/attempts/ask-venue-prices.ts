import * as z from "zod";
import { type ChainId, everyChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { type VenueId, venueId } from "../../../schemas/venue-ids.ts";
import type { VenueShares } from "../../kinds/venue.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/stored-json.ts";
import { luaShares } from "../orders/take-shares.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { PRICE_RULES } from "./lua-venue-prices.ts";

type Input = WriteCall & {
  tokens: readonly { chainId: ChainId; tokens: readonly string[] }[];
  venues: readonly VenueId[];
  shares: VenueShares;
  limit: number;
};

/**
 * Gives out tokens not asked for in five minutes, longest waiting first, on chains with delegated
 * vaults. Calls come off the slices' share. If the last venue gave no price, another is next.
 */
export const askVenuePrices = defineScript({
  name: "ask-venue-prices",
  uses: [luaShares],
  lua: `
local function due_tokens(input, now)
  local due = {}
  for _, each in ipairs(input.tokens) do
    local newest = call('ZREVRANGE', K.agentVaults(each.chainId), 0, 0)[1]
    local vault = newest and string.match(newest, '^([^|]+)|')
    for _, token in ipairs(vault and each.tokens or {}) do
      local fields = call('HMGET', K.venuePrices(each.chainId), 'ask:' .. token, 'price:' .. token)
      local asked, venue = string.match(fields[1] or '', '^(%d+) (%S+)$')
      local kept = tonumber(string.match(fields[2] or '', '(%d+)$') or nil)
      asked = tonumber(asked or nil)
      if not asked or now - asked >= ${PRICE_RULES.everyMs} then
        due[#due + 1] = { chain = each.chainId, vault = vault, token = token, asked = asked or 0, failed = asked and (not kept or kept < asked) and venue }
      end
    end
  end
  table.sort(due, function(a, b)
    if a.asked ~= b.asked then return a.asked < b.asked end
    if a.chain ~= b.chain then return a.chain < b.chain end
    return a.token < b.token
  end)
  return due
end

-- The first venue with calls left; one that just failed comes last.
local function take_venue(claim, venues, failed)
  local order = {}
  for _, venue in ipairs(venues) do if venue ~= failed then order[#order + 1] = venue end end
  if failed then order[#order + 1] = failed end
  for _, venue in ipairs(order) do
    local share = claim.shares[venue]
    local taken = share_taken(claim, K.venueCalls(venue), share.total) + ${PRICE_RULES.calls * 1_000}
    if taken <= share.total * 1000 then
      keep_share(claim, K.venueCalls(venue), taken)
      return venue
    end
  end
end

local function main(input, now)
  local claim = { now = now, share_window = input.shares.windowMs, shares = input.shares.venues }
  local asks = {}
  for _, one in ipairs(due_tokens(input, now)) do
    if #asks >= input.limit then break end
    local venue = take_venue(claim, input.venues, one.failed)
    if not venue then break end
    call('HSET', K.venuePrices(one.chain), 'ask:' .. one.token, int(now) .. ' ' .. venue)
    call('EXPIRE', K.venuePrices(one.chain), ${ATTEMPT_KEYS.venuePrices.ttlSec})
    asks[#asks + 1] = { chainId = one.chain, token = one.token, venue = venue, vault = one.vault }
  end
  return { asks = asks }
end`,
  encode: (input: Input) => input,
  declares: (keys, { tokens, venues }) => [
    ...tokens.flatMap(({ chainId }) => [keys.agentVaults(chainId), keys.venuePrices(chainId)]),
    ...venues.map((venue) => keys.venueCalls(venue)),
  ],
  output: z.object({
    asks: luaArray(
      z.object({ chainId: everyChainId, token: hexAddress, venue: venueId, vault: hexAddress }),
    ),
  }),
});
