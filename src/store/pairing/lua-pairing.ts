/** The pairing of operators with chats of the messaging channel, and for which vaults. Needs no other piece. */
export const luaPairing = `
-- The record, its chat id as text. nil: not paired. False: a record that cannot be read, which is not the same.
local function pairing_of(operator)
  local text = get(K.pairing(operator))
  if not text then return nil end
  local readable, pairing = pcall(cjson.decode, text)
  if not readable or type(pairing) ~= 'table' then return false end
  if type(pairing.chatId) == 'number' then pairing.chatId = int(pairing.chatId) end
  if type(pairing.chatId) ~= 'string' or pairing.chatId == '' then return false end
  if type(pairing.vaults) ~= 'table' then pairing.vaults = {} end
  return pairing
end

-- nil and false as above.
local function chat_of(operator)
  local pairing = pairing_of(operator)
  return pairing and pairing.chatId or pairing
end

-- The operator's code that was not used yet can be used no more.
local function drop_pairing_code(operator)
  local hash = get(K.pairingCodeOf(operator))
  if hash then call('DEL', K.pairingCode(hash), K.pairingCodeOf(operator)) end
end

-- The chat is the operator's no more, so none of the operator's vaults stays its current one.
local function leave_chat(chat_id, operator)
  local name = string.lower(operator)
  call('SREM', K.chatOperators(chat_id), name)
  if string.sub(get(K.chatVault(chat_id)) or '', 1, #name + 1) == name .. '|' then call('DEL', K.chatVault(chat_id)) end
end

local function paired_vault(operator, chain_id, vault) return { operator = operator, chainId = tonumber(chain_id), vault = vault } end
local function paired_vault_text(of) return of.operator .. '|' .. int(of.chainId) .. '|' .. of.vault end
`;
