import * as z from "zod";
import { type ChainId, everyChainId } from "../../../schemas/chains.ts";
import type { NotificationOf } from "../../../schemas/notification.ts";
import { hexAddress, unixMs } from "../../../schemas/primitives.ts";
import type { VenuePrice } from "../../../schemas/venue-price.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/stored-json.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { PRICE_RULES } from "./lua-venue-prices.ts";

type Input = WriteCall & {
  prices: readonly (Omit<VenuePrice, "atMs"> & {
    chainId: ChainId;
    /** By more than the tolerance. Absent: the oracle could not be read. */
    differs?: boolean | undefined;
  })[];
};

/**
 * Also counts consecutive looks with the oracle apart from the price. `gaps` are to be told now, to
 * vaults that may hold the token.
 */
export const keepVenuePrices = defineScript({
  name: "keep-venue-prices",
  lua: `
-- Start of a gap that is to be told.
local function count_off(key, field, differs, now)
  if differs == nil then return nil end
  if not differs then
    call('HDEL', key, field)
    return nil
  end
  local looks, since, told = string.match(hget(key, field) or '', '^(%d+) (%d+) (%d)$')
  looks, since = (tonumber(looks or nil) or 0) + 1, tonumber(since or nil) or now
  call('HSET', key, field, int(looks) .. ' ' .. int(since) .. ' ' .. (told or '0'))
  if looks >= ${PRICE_RULES.looksUntilTold} and told ~= '1' then return since end
end

local function main(input, now)
  local gaps = {}
  for _, price in ipairs(input.prices) do
    local key = K.venuePrices(price.chainId)
    call('HSET', key, 'price:' .. price.token, table.concat({ price.tokenBase, price.coinInWei, price.coinOutWei, int(now) }, ' '))
    call('EXPIRE', key, ${ATTEMPT_KEYS.venuePrices.ttlSec})
    local since = count_off(key, 'off:' .. price.token, price.differs, now)
    if since then
      local vaults = {}
      for i, member in ipairs(call('ZREVRANGE', K.agentVaults(price.chainId), 0, ${PRICE_RULES.maxVaults - 1})) do
        local vault, operator = string.match(member, '^([^|]+)|(.+)$')
        vaults[i] = { vault = vault, operator = operator }
      end
      gaps[#gaps + 1] = { chainId = price.chainId, token = price.token, sinceMs = since, vaults = vaults }
    end
  end
  return { gaps = gaps }
end`,
  encode: (input: Input) => input,
  declares: (keys, { prices }) => [
    ...new Set(
      prices.flatMap(({ chainId }) => [keys.venuePrices(chainId), keys.agentVaults(chainId)]),
    ),
  ],
  output: z.object({
    gaps: luaArray(
      z.object({
        chainId: everyChainId,
        token: hexAddress,
        sinceMs: unixMs,
        vaults: luaArray(z.object({ vault: hexAddress, operator: hexAddress })),
      }),
    ),
  }),
});

type TellPriceGapInput = WriteCall & {
  chainId: ChainId;
  token: string;
  sinceMs: number;
  notices: readonly NotificationOf<"price_differs">[];
};

/** Notifies all operators and marks the gap as told in one step; `told` counts them. */
export const tellPriceGap = defineScript({
  name: "tell-price-gap",
  uses: [luaOutbox, luaChannels],
  lua: `
local function main(input, now)
  local key, field = K.venuePrices(input.chainId), 'off:' .. input.token
  local looks, since, told = string.match(hget(key, field) or '', '^(%d+) (%d+) (%d)$')
  if told ~= '0' or tonumber(since) ~= input.sinceMs then return { told = 0 } end
  call('HSET', key, field, looks .. ' ' .. since .. ' 1')
  local count = 0
  for _, item in ipairs(input.items) do
    if has_channel(item.operator) then
      outbox_add({ id = item.id, operator = item.operator, dueMs = now - 1, payload = item.payload })
      count = count + 1
    end
  end
  return { told = count }
end`,
  encode: ({ notices, ...rest }: TellPriceGapInput) => ({
    ...rest,
    items: notices.map((notice) => ({
      id: notice.id,
      operator: notice.operator.toLowerCase(),
      payload: JSON.stringify(notice),
    })),
  }),
  declares: (keys, { chainId }) => [keys.venuePrices(chainId)],
  output: z.object({ told: z.int() }),
});
