import { ORDER_LIMITS } from "../../../schemas/orders/order-limits.ts";
import { ORDER_KEYS } from "./order-keys.ts";

/**
 * What an ended order leaves for its quality report beyond the closed list: written whenever it
 * ends, and again with a late outcome. Longer than its limit it goes without its sums, and the
 * report says that they are not known.
 */
export const luaOrderFigures = `
local MAX_FIGURES, MAX_FIGURES_BYTES = ${ORDER_LIMITS.maxFigures}, ${ORDER_LIMITS.maxFiguresBytes}

local function figures_of(order)
  local record, figures = order.record, { id = tonumber(order.id) }
  local kept = { 'chainId', 'side', 'status', 'createdAt', 'completedAt', 'quality' }
  for _, field in ipairs(kept) do figures[field] = record[field] end
  for _, token in ipairs({ 'sell', 'buy' }) do
    figures[token .. 'Symbol'], figures[token .. 'Decimals'] = record[token .. 'Symbol'], record[token .. 'Decimals']
  end
  local text = cjson.encode(figures)
  if #text <= MAX_FIGURES_BYTES then return text end
  figures.quality = nil
  return cjson.encode(figures)
end

local function keep_figures(order)
  if not order.record.quality then return end
  local list = K.orderFiguresOf(order.vault)
  call('SET', K.orderFigures(order.vault, order.id), figures_of(order), 'EX', ${ORDER_KEYS.orderFigures.ttlSec})
  call('LREM', list, 0, order.id)
  call('LPUSH', list, order.id)
  for _, id in ipairs(call('LRANGE', list, MAX_FIGURES, -1)) do call('DEL', K.orderFigures(order.vault, id)) end
  call('LTRIM', list, 0, MAX_FIGURES - 1)
  call('EXPIRE', list, ${ORDER_KEYS.orderFiguresOf.ttlSec})
end
`;
