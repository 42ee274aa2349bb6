import { KEY_TABLE } from "../key-table.ts";

/** The two halves of a claim. Each record is read completely before anything of it is written. Needs all of luaContext and luaOrders. */
export const luaClaim = `
local JTI_TTL_SEC = ${KEY_TABLE.jti.ttlSec}

local function due_members(key, now, limit) return call('ZRANGEBYSCORE', key, '-inf', '(' .. int(now), 'LIMIT', 0, int(limit)) end
local function is_any_due(key, now) return #due_members(key, now, 1) > 0 end

local function read_due_order(member, now)
  local vault, id = string.match(member, '^(.*):(%d+)$')
  local order = load_order(vault, id)
  if not order then return nil, nil end
  return order, context_of(now, order.record.chainId, vault, order.record.operatorAddress)
end

local function claim_orders(input, now, token, unreadable)
  local key, lease_end, claimed = K.due(input.shard), now + input.leaseMs, {}
  -- Members that are skipped move on or go, so the loop ends; it is bounded all the same.
  for _ = 1, 10 do
    local members = due_members(key, now, input.limit - #claimed)
    if #members == 0 then break end
    for _, member in ipairs(members) do
      local readable, order, context = pcall(read_due_order, member, now)
      local _, leased_until = lease_of(readable and order and order.lease)
      if not readable then
        call('ZADD', key, int(lease_end), member)
        unreadable[#unreadable + 1] = member
      elseif not order or order.record.status ~= 'active' or not order.record.active then
        call('ZREM', key, member)
      elseif order.attempt then
        call('ZADD', key, int(lease_end), member)
      elseif now < leased_until then
        call('ZADD', key, int(leased_until), member)
      else
        write_order(order, order.json)
        call('HSET', K.order(order.vault, order.id), 'lease', token .. ':' .. int(lease_end))
        call('ZADD', key, int(lease_end), member)
        claimed[#claimed + 1] = { name = member, value = { order = order.json, version = order.v, context = context } }
      end
    end
    if #claimed >= input.limit then break end
  end
  return claimed
end

local function read_due_attempt(id, now)
  local fields = call('HMGET', K.attempt(id), 'status', 'lease', 'chain', 'vault', 'operator', 'order', 'agent')
  if not fields[1] or is_final(fields[1]) then return nil end
  local order = fields[6] and load_order(fields[4], fields[6]) or nil
  local value = {
    attempt = attempt_view(id), context = context_of(now, tonumber(fields[3]), fields[4], fields[5]),
    order = order and order.json or nil, orderVersion = order and order.v or nil,
    lowestOpen = lane_of(fields[3], fields[7]).lowestOpen,
  }
  return value, fields[2] or nil
end

local function claim_attempts(input, now, token, unreadable)
  local key, lease_end, claimed = K.attemptsOpen(), now + input.leaseMs, {}
  for _, id in ipairs(due_members(key, now, input.limit)) do
    local readable, value, lease = pcall(read_due_attempt, id, now)
    local _, leased_until = lease_of(readable and lease)
    if not readable then
      call('ZADD', key, int(lease_end), id)
      unreadable[#unreadable + 1] = id
    elseif not value then
      call('ZREM', key, id)
    elseif now < leased_until then
      call('ZADD', key, int(leased_until), id)
    else
      call('HSET', K.attempt(id), 'lease', token .. ':' .. int(lease_end))
      call('ZADD', key, int(lease_end), id)
      claimed[#claimed + 1] = { name = id, value = value }
    end
  end
  return claimed
end
`;
