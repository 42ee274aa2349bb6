/** Who is paired with which chat of the messaging channel. Needs no other piece. */
export const luaPairing = `
-- nil: not paired. False: a record that cannot be read, which is not the same.
local function chat_of(operator)
  local text = get(K.pairing(operator))
  if not text then return nil end
  local readable, pairing = pcall(cjson.decode, text)
  local chat_id = readable and type(pairing) == 'table' and pairing.chatId
  if type(chat_id) == 'number' then return int(chat_id) end
  return type(chat_id) == 'string' and chat_id ~= '' and chat_id
end

-- The operator's code that was not used yet can be used no more.
local function drop_pairing_code(operator)
  local hash = get(K.pairingCodeOf(operator))
  if hash then call('DEL', K.pairingCode(hash), K.pairingCodeOf(operator)) end
end
`;
