/** A chat stops speaking for an operator after so much silence (decision D60). */
const QUIET_MS = 90 * 86_400_000;

export const luaPairing = `
-- nil: not paired. False: an unreadable record, which is not the same.
local function pairing_of(channel, operator)
  local text = get(K.pairing(channel, operator))
  if not text then return nil end
  local readable, pairing = pcall(cjson.decode, text)
  if not readable or type(pairing) ~= 'table' then return false end
  if type(pairing.chatId) == 'number' then pairing.chatId = int(pairing.chatId) end
  if type(pairing.chatId) ~= 'string' or pairing.chatId == '' then return false end
  if type(pairing.vaults) ~= 'table' then pairing.vaults = {} end
  return pairing
end

-- An undated pairing only gets notices.
local function speaks(pairing, now)
  return type(pairing.wordAtMs) == 'number' and now - pairing.wordAtMs < ${QUIET_MS}
end

-- A word in the chat renews its pairings, but revives none that ended.
local function note_word(channel, chat_id, now)
  for _, operator in ipairs(call('SMEMBERS', K.chatOperators(channel, chat_id))) do
    local pairing = pairing_of(channel, operator)
    if pairing and pairing.chatId == chat_id and speaks(pairing, now) then
      pairing.wordAtMs = math.max(pairing.wordAtMs, now)
      call('SET', K.pairing(channel, operator), cjson.encode(pairing))
    end
  end
end

local function chat_of(channel, operator)
  local pairing = pairing_of(channel, operator)
  return pairing and pairing.chatId or pairing
end

local function set_channel(operator, channel, is_in)
  local found = {}
  for known in string.gmatch(get(K.channels(operator)) or '', '[^,]+') do
    if known ~= channel then found[#found + 1] = known end
  end
  if is_in then found[#found + 1] = channel end
  if #found == 0 then call('DEL', K.channels(operator)) else call('SET', K.channels(operator), table.concat(found, ',')) end
end

local function drop_pairing_code(channel, operator)
  local hash = get(K.pairingCodeOf(channel, operator))
  if hash then call('DEL', K.pairingCode(channel, hash), K.pairingCodeOf(channel, operator)) end
end

-- The choice stays while the chat is anyone's: its words move to no other vault by themselves.
local function leave_chat(channel, chat_id, operator)
  call('SREM', K.chatOperators(channel, chat_id), string.lower(operator))
  if call('SCARD', K.chatOperators(channel, chat_id)) == 0 then call('DEL', K.chatVault(channel, chat_id)) end
end

local function paired_vault(operator, chain_id, vault) return { operator = operator, chainId = tonumber(chain_id), vault = vault } end
local function paired_vault_text(of) return of.operator .. '|' .. int(of.chainId) .. '|' .. of.vault end

local function chat_pairing(channel, chat_id, now)
  local all = { operators = {}, vaults = {}, ends = {}, quiet = { operators = {}, vaults = {} }, unreadable = {} }
  local chosen, names = get(K.chatVault(channel, chat_id)), call('SMEMBERS', K.chatOperators(channel, chat_id))
  table.sort(names)
  for _, operator in ipairs(names) do
    local pairing = pairing_of(channel, operator)
    if pairing and pairing.chatId == chat_id then
      local is_heard = speaks(pairing, now)
      local of = is_heard and all or all.quiet
      of.operators[#of.operators + 1] = operator
      if is_heard then all.ends[#all.ends + 1] = pairing.wordAtMs + ${QUIET_MS} end
      for _, known in ipairs(pairing.vaults) do
        local this = paired_vault(operator, known.chainId, known.vault)
        of.vaults[#of.vaults + 1] = this
        if is_heard and paired_vault_text(this) == chosen then all.current = this end
      end
    elseif pairing == false then
      all.unreadable[#all.unreadable + 1] = operator
    end
  end
  -- A single vault needs no choice, unless another was chosen before.
  if not all.current and not chosen and #all.vaults == 1 then all.current = all.vaults[1] end
  return all
end
`;

export const luaPairingNotices = `
-- Tells every other channel and the active endpoints, and adds an event of the signed vault.
local function tell_pairing(id, operator, channel, change, of, now)
  local notice = { kind = 'pairing_changed', id = id, operator = operator, createdAt = now, vault = of.vault, chainId = of.chainId, channel = channel, change = change }
  local item = { id = id, dueMs = now - 1, payload = cjson.encode(notice) }
  local hooks = webhooks_of(operator)
  if hooks then webhooks_put(operator, hooks, item) end
  for _, other in ipairs(channels_of(operator)) do
    if other ~= channel then outbox_put(other, operator, item) end
  end
  push_vault_event(of.vault, { type = 'pairing', chainId = of.chainId, channel = channel, paired = change == 'paired' }, now)
end
`;
