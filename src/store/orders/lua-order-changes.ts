import { orderChangeKind } from "../../../schemas/orders/order-change-kind.ts";
import { luaWay } from "../outbox/lua-outbox.ts";

/**
 * Changes between slices (schemas/orders/order-change.ts), kept with the order, in the vault's events and
 * on the operator's channels.
 */
export const luaOrderChanges = `
local MAX_CHANGES = 50
local CHANGE_WAYS = { ${orderChangeKind.options.map((kind) => `${kind} = ${luaWay(kind)}`).join(", ")} }

-- \`change\` has its kind and own fields; the rest comes from the written order.
local function keep_change(order, now, change)
  local record = order.record
  local behind = slices_behind(record)
  change.orderId, change.chainId, change.timestamp, change.version = tonumber(order.id), record.chainId, now, order.v
  change.totalSlices, change.progress = record.sliceCount, int(behind) .. '/' .. int(record.sliceCount)
  change.sliceNumber = change.sliceNumber or math.min(behind + 1, record.sliceCount)
  local key = K.orderChanges(order.vault, order.id)
  call('LPUSH', key, cjson.encode(change))
  call('LTRIM', key, 0, MAX_CHANGES - 1)
end

-- An order that is open, also an auto-paused one, of the kind and on one of the chains; else nil.
local function changeable(input)
  local order = load_order(input.vault, int(input.id))
  local record = order and order.record
  if not record or kind_of(record) ~= input.kind then return nil end
  if not record.active and record.status ~= 'auto_paused' then return nil end
  return is_one_of(input.chainIds, record.chainId) and order or nil
end

local function tell_event(order, now, change)
  keep_change(order, now, change)
  change.type, change.of = 'order_change', order.record.kind
  push_event(order.vault, cjson.encode(change))
  change.type, change.of = nil, nil
end

local function tell_change(order, now, change)
  tell_event(order, now, change)
  local operator = order.record.operatorAddress
  if not has_channel(operator) then return end
  change.vault, change.operator, change.createdAt = order.vault, operator, now
  change.id = kind_of(order.record) .. ':' .. order.vault .. ':' .. order.id .. ':v' .. int(order.v) .. ':' .. change.kind
  -- A warning keeps the order's version, so the time makes its id unique.
  if change.shortages then change.id = change.id .. ':' .. int(now) end
  outbox_add({ id = change.id, operator = operator, dueMs = now, way = CHANGE_WAYS[change.kind], payload = cjson.encode(change) })
end
`;

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
