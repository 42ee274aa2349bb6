export const luaOperationsPage = `
-- Bounds a page's reads: a former operator's are passed by.
local MOST_LOOKED_AT = 500

local function operations_page(vault, chain, operator, page, now)
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
    if operation and operation.record.operator == operator then found[#found + 1] = operation_view(operation, now) end
    last = id
  end
  return { found = found }
end
`;
