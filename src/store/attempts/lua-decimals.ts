/**
 * Exact whole numbers of any length, in pieces of 14 digits: an 18-decimal base token exceeds Lua's
 * numbers and Redis' HINCRBY.
 */
export const luaDecimals = `
local DEC_DIGITS, DEC_WHOLE = 14, 1e14

local function dec_pieces(text)
  local pieces = {}
  for last = #text, 1, -DEC_DIGITS do
    pieces[#pieces + 1] = tonumber(string.sub(text, math.max(1, last - DEC_DIGITS + 1), last), 10)
  end
  return pieces
end

local function dec_text(pieces)
  while #pieces > 1 and pieces[#pieces] == 0 do pieces[#pieces] = nil end
  local text = int(pieces[#pieces])
  for i = #pieces - 1, 1, -1 do
    local piece = int(pieces[i])
    text = text .. string.rep('0', DEC_DIGITS - #piece) .. piece
  end
  return text
end

local function dec_compare(a, b)
  local x, y = dec_pieces(a), dec_pieces(b)
  for i = math.max(#x, #y), 1, -1 do
    local difference = (x[i] or 0) - (y[i] or 0)
    if difference ~= 0 then return difference end
  end
  return 0
end

local function dec_add(a, b)
  local x, y, sum, carry = dec_pieces(a), dec_pieces(b), {}, 0
  for i = 1, math.max(#x, #y) + 1 do
    local piece = (x[i] or 0) + (y[i] or 0) + carry
    carry = piece >= DEC_WHOLE and 1 or 0
    sum[i] = piece - carry * DEC_WHOLE
  end
  return dec_text(sum)
end

-- '0' if b is more.
local function dec_subtract(a, b)
  if dec_compare(a, b) <= 0 then return '0' end
  local x, y, rest, borrow = dec_pieces(a), dec_pieces(b), {}, 0
  for i = 1, #x do
    local piece = x[i] - (y[i] or 0) - borrow
    borrow = piece < 0 and 1 or 0
    rest[i] = piece + borrow * DEC_WHOLE
  end
  return dec_text(rest)
end
`;

/** A figure per half hour, over a day and a week (decision D21). */
export const VALUE_WINDOWS = {
  bucketMs: 30 * 60_000,
  dayMs: 24 * 3_600_000,
  weekMs: 7 * 24 * 3_600_000,
  /** Age from which another value confirms one (decision D22). */
  confirmMs: 10 * 60_000,
} as const;
