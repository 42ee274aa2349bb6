/**
 * By slice number: `n` its SliceEnd, `n:refused` last SliceRefusal, `n:tries` failures, `n:waits`
 * OrderWaiting, `n:looks` looks since, `n:moved` place after a reorg, `n:takenBack`. `gas`: the
 * last transaction's cost in wei; `call`: the last FailedCall.
 */
export const luaSlices = `
local function slices_behind(record) return record.slicesExecuted + #(record.skippedSlices or {}) end

-- \`kept\`: number, json, gasCostWei if mined; \`refused\` and \`call\` if failed.
local function keep_slice(order, kept)
  local key, field = K.slices(order.vault, order.id), int(kept.number)
  call('HSET', key, field, kept.json)
  if kept.gasCostWei then call('HSET', key, 'gas', kept.gasCostWei) end
  if kept.call then call('HSET', key, 'call', kept.call) end
  if not kept.refused then return end
  call('HSET', key, field .. ':refused', kept.refused)
  call('HINCRBY', key, field .. ':tries', 1)
end

local function count_look(order)
  if not has_slices(order.record) then return end
  call('HINCRBY', K.slices(order.vault, order.id), int(slices_behind(order.record) + 1) .. ':looks', 1)
end

local function keep_waits(order, waiting)
  if not has_slices(order.record) then return end
  call('HSET', K.slices(order.vault, order.id), int(slices_behind(order.record) + 1) .. ':waits', cjson.encode(waiting))
end
`;

export const luaCorrectSlice = `
-- Corrects the slice that this attempt ended, while the record is kept.
local function correct_slice(attempt_key, what, text)
  local json = hget(attempt_key, 'json')
  local attempt = json and cjson.decode(json)
  if not attempt or not attempt.orderId or not attempt.sliceNumber then return end
  local key, field = K.slices(attempt.vault, int(attempt.orderId)), int(attempt.sliceNumber)
  local ended = hget(key, field)
  if ended and cjson.decode(ended).attempt == attempt.id then call('HSET', key, field .. ':' .. what, text) end
end
`;
