/**
 * Due times by chain (counted) and by operator, and the operators' turns, are written together. A
 * turn is the time of the operator's first order; a waiting operator keeps its turn.
 */
export const luaDue = `
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
