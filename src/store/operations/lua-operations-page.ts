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
