/**
 * What became of an order's slices, by slice number: `n` how it ended (SliceEnd), `n:refused` its last refusal (SliceRefusal),
 * `n:tries` how often it failed, `n:waits` what it waited for (OrderWaiting), `n:looks` how often it was looked at since, `n:moved`
 * where a reorg put its transaction, `n:takenBack` that one took it away. `gas`: what the last transaction cost, in wei; `call`: that
 * of the last slice that failed (FailedCall). Needs luaOrders.
 */
export const luaSlices = `
-- Executed and skipped ones.
local function slices_behind(record) return record.slicesExecuted + #(record.skippedSlices or {}) end

-- \`kept\`: number, json, gasCostWei of a transaction that was mined, and of a failed one \`refused\` and \`call\` as texts too.
local function keep_slice(order, kept)
  local key, field = K.slices(order.vault, order.id), int(kept.number)
  call('HSET', key, field, kept.json)
  if kept.gasCostWei then call('HSET', key, 'gas', kept.gasCostWei) end
  if kept.call then call('HSET', key, 'call', kept.call) end
  if not kept.refused then return end
  call('HSET', key, field .. ':refused', kept.refused)
  call('HINCRBY', key, field .. ':tries', 1)
end

-- Of the slice that comes next.
local function count_look(order)
  if not has_slices(order.record) then return end
  call('HINCRBY', K.slices(order.vault, order.id), int(slices_behind(order.record) + 1) .. ':looks', 1)
end

local function keep_waits(order, waiting)
  if not has_slices(order.record) then return end
  call('HSET', K.slices(order.vault, order.id), int(slices_behind(order.record) + 1) .. ':waits', cjson.encode(waiting))
end
`;

/** Beside luaSlices; needs no other piece. */
export const luaCorrectSlice = `
-- Of the slice that this attempt ended, while its order's records are kept.
local function correct_slice(attempt_key, what, text)
  local json = hget(attempt_key, 'json')
  local attempt = json and cjson.decode(json)
  if not attempt or not attempt.orderId or not attempt.sliceNumber then return end
  local key, field = K.slices(attempt.vault, int(attempt.orderId)), int(attempt.sliceNumber)
  local ended = hget(key, field)
  if ended and cjson.decode(ended).attempt == attempt.id then call('HSET', key, field .. ':' .. what, text) end
end
`;
