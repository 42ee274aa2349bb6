/** lua-slices.ts. Needs no other piece. */
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
