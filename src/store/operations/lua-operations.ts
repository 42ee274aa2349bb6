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
