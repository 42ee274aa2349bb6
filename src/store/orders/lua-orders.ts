import { kindOfOrder } from "../../../schemas/orders/kind-of-order.ts";
import { ORDER_LIMITS } from "../../../schemas/orders/order-limits.ts";
import { luaOrderFigures } from "./lua-order-figures.ts";

/**
 * Due times by chain (counted) and by operator, and the operators' turns, are written together. A
 * turn is the time of the operator's first order; a waiting operator keeps its turn.
 */
const luaDue = `
-- Microseconds: room for a thousand turns within a ms.
local TURNS_PER_MS = 1000

local function put_due(chain, operator, member, due)
  local of_chain, of_operator = K.due(chain), K.dueOf(chain, operator)
  if due then
    call('ZADD', of_chain, int(due), member)
    call('ZADD', of_operator, int(due), member)
  else
    call('ZREM', of_chain, member)
    call('ZREM', of_operator, member)
  end
end

local function settle_turn(chain, operator)
  local now, turns, name = tonumber(ARGV[2]), K.dueTurns(chain), string.lower(operator)
  local first = call('ZRANGE', K.dueOf(chain, operator), 0, 0, 'WITHSCORES')
  if not first[1] then
    call('ZREM', turns, name)
    return
  end
  local due, turn = tonumber(first[2]), tonumber(call('ZSCORE', turns, name) or nil)
  if turn and turn < now * TURNS_PER_MS and due < now then return end
  call('ZADD', turns, int(due * TURNS_PER_MS), name)
end
`;

/**
 * An order table: vault, id, json, record (decoded), v, lease, attempt, short (known shortages).
 * `record.active` decides the index: the active sets (manual pause included) or the closed list.
 * Slices, start and end are asked of the record, since only some kinds have them.
 */
export const luaOrders = `
${luaDue}
${luaOrderFigures}
local MAX_CLOSED = ${ORDER_LIMITS.maxClosed}

local function is_one_of(list, value)
  for _, item in ipairs(list) do if item == value then return true end end
  return false
end

local function order_member(vault, id) return string.lower(vault) .. ':' .. id end

-- All that the scripts take for granted of a record.
local function is_order(record)
  if type(record) ~= 'table' or type(record.active) ~= 'boolean' or type(record.status) ~= 'string' then return false end
  if type(record.chainId) ~= 'number' or type(record.operatorAddress) ~= 'string' then return false end
  local function may_be(value, kind) return value == nil or type(value) == kind end
  if not may_be(record.startAt, 'number') or not may_be(record.expiresAt, 'number') then return false end
  if not may_be(record.kind, 'string') then return false end
  if record.kind ~= nil and record.sliceCount == nil and record.slicesExecuted == nil then return true end
  return type(record.slicesExecuted) == 'number' and type(record.sliceCount) == 'number' and may_be(record.skippedSlices, 'table')
end

local function kind_of(record) return record.kind or '${kindOfOrder({})}' end
local function has_slices(record) return record.sliceCount ~= nil end

-- Fails for a damaged record; loops call it inside pcall.
local function load_order(vault, id)
  local fields = call('HMGET', K.order(vault, id), 'json', 'v', 'lease', 'attempt', 'short')
  if not fields[1] then return nil end
  local record, version = cjson.decode(fields[1]), tonumber(fields[2] or nil)
  if not is_order(record) or not version then error('the record of an order is damaged') end
  return {
    vault = string.lower(vault), id = id, json = fields[1], record = record,
    v = version, lease = fields[3] or nil, attempt = fields[4] or nil, short = fields[5] or nil,
  }
end

-- Token and expiry: the first ms without the lease, by the caller's clock. A damaged lease is
-- nobody's.
local function lease_of(lease)
  local token, expires = string.match(lease or '', '^(%d+):(%d+)$')
  if not token then return nil, 0 end
  return tonumber(token), tonumber(expires)
end

-- The next version; the caller has decided.
local function write_order(order, json)
  order.json = json or cjson.encode(order.record)
  order.v = order.v + 1
  call('HSET', K.order(order.vault, order.id), 'json', order.json, 'v', int(order.v))
end

local function drop_lease(order)
  order.lease = nil
  call('HDEL', K.order(order.vault, order.id), 'lease')
end

local function of_operator(record) return K.operatorOrders(record.operatorAddress, kind_of(record)) end

local function leave_operator(operator, member, kinds)
  for _, kind in ipairs(kinds) do call('SREM', K.operatorOrders(operator, kind), member) end
end

local function enter_active(order)
  call('SADD', K.activeOrders(order.vault, order.record.chainId), order.id)
  call('SADD', of_operator(order.record), order_member(order.vault, order.id))
  -- NX: an order that comes back during an outage is not notified twice.
  call('ZADD', K.operatorsActive(), 'NX', 0, string.lower(order.record.operatorAddress))
  call('LREM', K.closedOrders(order.vault), 0, order.id)
end

local function set_due(order, due)
  local chain, operator = order.record.chainId, order.record.operatorAddress
  put_due(chain, operator, order_member(order.vault, order.id), due)
  settle_turn(chain, operator)
end

-- Nothing runs before its start, also where a skipped slice has anchored it already: due when now is more.
local function first_due_of(record, now)
  if record.startAt then return math.max(now, record.startAt - 1) end
  return now
end

local function is_before_start(record, now) return record.startAt ~= nil and now < record.startAt end

local function has_ended(record, now) return record.expiresAt ~= nil and now >= record.expiresAt end

-- Above the limit the oldest go, save those whose attempt is open: its outcome still has to be written into them.
local function prune_closed(vault)
  local key = K.closedOrders(vault)
  local ids = call('LRANGE', key, 0, -1)
  local excess = #ids - MAX_CLOSED
  for i = #ids, 1, -1 do
    if excess <= 0 then return end
    if call('HEXISTS', K.order(vault, ids[i]), 'attempt') == 0 then
      call('DEL', K.order(vault, ids[i]), K.slices(vault, ids[i]), K.orderChanges(vault, ids[i]))
      call('LREM', key, 0, ids[i])
      excess = excess - 1
    end
  end
end

local function enter_closed(order)
  call('SREM', K.activeOrders(order.vault, order.record.chainId), order.id)
  call('SREM', of_operator(order.record), order_member(order.vault, order.id))
  set_due(order, nil)
  call('LREM', K.closedOrders(order.vault), 0, order.id)
  call('LPUSH', K.closedOrders(order.vault), order.id)
  keep_figures(order)
  prune_closed(order.vault)
end

-- Active orders of a kind, then ids that cannot be read or, with \`kinds\`, are of none: no claim
-- gives these out.
local function active_of_kind(vault, chain, kind, kinds)
  local found, unreadable = {}, {}
  for _, id in ipairs(call('SMEMBERS', K.activeOrders(vault, chain))) do
    local readable, order = pcall(load_order, vault, id)
    if not readable or (kinds and order and not is_one_of(kinds, kind_of(order.record))) then
      unreadable[#unreadable + 1] = id
    elseif order and order.record.active and kind_of(order.record) == kind then
      found[#found + 1] = order
    end
  end
  return found, unreadable
end

-- Counts without damaged or missing records; reads none while the sets alone leave room.
local function count_of_operator(operator, kinds, most)
  local count = 0
  for _, kind in ipairs(kinds) do count = count + call('SCARD', K.operatorOrders(operator, kind)) end
  if count < most then return count end
  for _, kind in ipairs(kinds) do
    for _, member in ipairs(call('SMEMBERS', K.operatorOrders(operator, kind))) do
      local vault, id = string.match(member, '^(.*):(%d+)$')
      local readable, order = pcall(load_order, vault, id)
      if not readable or not order or kind_of(order.record) ~= kind then count = count - 1 end
    end
  end
  return count
end

local function limit_refusal(record, most, kept)
  kept = kept or 0
  local vault, operator, kind = record.vaultAddress, record.operatorAddress, kind_of(record)
  local first, in_vault = nil, 0
  for _, chain in ipairs(most.chains or { record.chainId }) do
    for _, other in ipairs(active_of_kind(vault, chain, kind)) do
      -- Where all chains count, only the operator's own do.
      if not most.chains or other.record.operatorAddress == operator then first, in_vault = first or other, in_vault + 1 end
    end
  end
  if in_vault >= most.ofVault - kept then
    return { ok = false, code = 'vault_limit', active = in_vault, id = tonumber(first.id), chainId = first.record.chainId }
  end
  local in_all = count_of_operator(operator, { kind, unpack(most.with) }, most.ofOperator - kept)
  if in_all >= most.ofOperator - kept then return { ok = false, code = 'operator_limit', active = in_all } end
  return nil
end
`;
