export const luaOperations = `
-- A Worker that was held up longer than this sends nothing.
local APPROVAL_HOLDS_MS = 60000

local function load_operation(id)
  local fields = call('HMGET', K.operation(id), 'json', 'status', 'approvedAt', 'refusal', 'attempt', 'answer')
  if not fields[1] then return nil end
  return {
    id = id, json = fields[1], record = cjson.decode(fields[1]), status = fields[2],
    approvedAt = tonumber(fields[3] or nil), refusal = fields[4] or nil, attemptId = fields[5] or nil, answer = fields[6] or nil,
  }
end

local function is_held_up(operation, now)
  return operation.status == 'approved' and now >= operation.approvedAt + APPROVAL_HOLDS_MS
end

local function operation_view(operation, now)
  return {
    operation = operation.json, status = operation.status, refusal = operation.refusal, attemptId = operation.attemptId,
    answer = operation.answer,
    attempt = operation.attemptId and attempt_view(operation.attemptId) or nil,
    holds = operation.status == 'approved' and not is_held_up(operation, now),
  }
end

-- An attempt opens once, right after the approval, for this very call alone.
local function refusal_of_operation(operation, attempt, now)
  if not operation or operation.status ~= 'approved' or operation.attemptId then return 'operation_closed' end
  if is_held_up(operation, now) then return 'operation_closed' end
  local record = operation.record
  local is_same = record.vault == attempt.vault and record.chainId == attempt.chainId and record.operator == attempt.operator
  if not is_same or record.data ~= attempt.data then error('attempt of another operation') end
  return nil
end
`;

export const luaOperationEvent = `
local function push_operation_event(record, how, now)
  push_vault_event(record.vault, {
    type = 'operation', chainId = record.chainId, operationId = record.id, how = how, tool = record.tool,
    description = record.description, grant = record.grant,
  }, now)
end
`;

export const luaOperationsPage = `
-- Bounds a page's reads: a former operator's are passed by.
local MOST_LOOKED_AT = 500

-- by: of a grant's reader, who sees its own alone.
local function operations_page(vault, chain, operator, page, now, by)
  local listed, from = K.operationsOf(chain, vault), 0
  if page.cursor then
    local rank = call('ZREVRANK', listed, page.cursor)
    if not rank then return { found = {} } end
    from = rank + 1
  end
  local found, last = {}, nil
  local ids = call('ZREVRANGE', listed, from, from + MOST_LOOKED_AT)
  for index, id in ipairs(ids) do
    if #found == page.limit or index > MOST_LOOKED_AT then return { found = found, nextCursor = last } end
    local operation = load_operation(id)
    local record = operation and operation.record
    local is_seen = record and record.operator == operator and (not by or (record.grant and record.grant.id == by.id))
    if is_seen then found[#found + 1] = operation_view(operation, now) end
    last = id
  end
  return { found = found }
end
`;
