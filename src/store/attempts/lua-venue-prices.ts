export const PRICE_RULES = {
  /** Per chain and token, for all vaults (decision D23). */
  everyMs: 5 * 60_000,
  /** Two looks may fail. */
  keptMs: 15 * 60_000,
  calls: 2,
  /** Consecutive looks with the oracle apart. */
  looksUntilTold: 2,
  maxVaults: 200,
} as const;

export const luaVenuePrices = `
local KEPT_MS = ${PRICE_RULES.keptMs}
local prices_read = {}

local function venue_prices_of(chain, now)
  local id = tostring(chain)
  if prices_read[id] then return prices_read[id] end
  local flat, prices = call('HGETALL', K.venuePrices(chain)), {}
  for i = 1, #flat, 2 do
    local token = string.match(flat[i], '^price:(.+)$')
    if token then
      local token_base, coin_in, coin_out, at = string.match(flat[i + 1], '^(%d+) (%d+) (%d+) (%d+)$')
      if at and now - tonumber(at) <= KEPT_MS then
        prices[#prices + 1] = { token = token, tokenBase = token_base, coinInWei = coin_in, coinOutWei = coin_out, atMs = tonumber(at) }
      end
    end
  end
  prices_read[id] = prices
  return prices
end
`;
