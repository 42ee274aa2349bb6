import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { orNull } from "../kernel/stored-json.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { pairedVault } from "./load-pairing.ts";
import { luaPairing, luaPairingNotices } from "./lua-pairing.ts";
import { PAIRING_KEYS } from "./pairing-keys.ts";

type Input = WriteCall & {
  channel: string;
  codeHash: string;
  /** The private chat that showed it: also its user's id. */
  chatId: string;
};

const MAX_TRIES = 5;
const TRIES_WINDOW_MS = 3_600_000;
const MAX_OPERATORS = 10;
const MAX_VAULTS = 20;

/**
 * Pairs a code's operator with the chat that first shows it, and lets the chat speak for the code's
 * vault. Unknown, used, replaced and expired codes are all `wrong_code`. An operator has one chat a
 * channel: the former one is answered and loses all its vaults. A chat whose control had ended
 * regains only this vault.
 */
export const finishPairing = defineScript({
  name: "finish-pairing",
  uses: [luaPairing, luaOutbox, luaEvents, luaPairingNotices],
  lua: `
local function main(input, now)
  local channel = input.channel
  local tries = K.pairingTries(channel, input.chatId)
  local oldest = tonumber(call('LINDEX', tries, ${MAX_TRIES - 1}) or 0)
  local free_at = oldest + ${TRIES_WINDOW_MS}
  if now < free_at then return { ok = false, code = 'too_many_tries', retryAfterSec = math.ceil((free_at - now) / 1000) } end

  local stands_for = get(K.pairingCode(channel, input.codeHash)) or ''
  local operator, chain_id, vault, expires = string.match(stands_for, '^(0x%x+)|(%d+)|(0x%x+)|(%d+)$')
  if not operator or now >= tonumber(expires) or get(K.pairingCodeOf(channel, operator)) ~= input.codeHash then
    call('LPUSH', tries, int(now))
    call('LTRIM', tries, 0, ${MAX_TRIES - 1})
    call('EXPIRE', tries, ${PAIRING_KEYS.pairingTries.ttlSec})
    return { ok = false, code = 'wrong_code' }
  end

  local operators, pairing = K.chatOperators(channel, input.chatId), pairing_of(channel, operator)
  local before = pairing and pairing.chatId or nil
  local vaults, this = {}, paired_vault(operator, chain_id, vault)
  local is_kept = before == input.chatId and speaks(pairing, now)
  for _, known in ipairs(is_kept and pairing.vaults or {}) do
    if known.chainId ~= this.chainId or known.vault ~= vault then vaults[#vaults + 1] = known end
  end
  local is_new = call('SISMEMBER', operators, operator) == 0
  if is_new and call('SCARD', operators) >= ${MAX_OPERATORS} or #vaults >= ${MAX_VAULTS} then
    return { ok = false, code = 'chat_full' }
  end
  vaults[#vaults + 1] = { chainId = this.chainId, vault = vault }
  local chat = chat_pairing(channel, input.chatId, now)
  drop_pairing_code(channel, operator)
  if before and before ~= input.chatId then leave_chat(channel, before, operator) end
  call('SET', K.pairing(channel, operator), cjson.encode({ chatId = input.chatId, vaults = vaults, wordAtMs = now }))
  set_channel(operator, channel, true)
  call('SADD', operators, operator)
  -- A chat about several vaults without a choice stays so.
  local about = chat.current or #chat.vaults == 0 and this
  if about then call('SET', K.chatVault(channel, input.chatId), paired_vault_text(about)) end
  tell_pairing('pairing:' .. channel .. ':' .. input.codeHash, operator, channel, 'paired', this, now)
  return { ok = true, paired = this, previousChatId = before and before ~= input.chatId and before or nil }
end`,
  encode: (input: Input) => input,
  declares: (keys, { channel, codeHash, chatId }) => [
    keys.pairingTries(channel, chatId),
    keys.pairingCode(channel, codeHash),
    keys.chatOperators(channel, chatId),
    keys.chatVault(channel, chatId),
  ],
  output: z.union([
    z.object({
      ok: z.literal(true),
      paired: pairedVault,
      previousChatId: orNull(z.string()),
    }),
    z.object({ ok: z.literal(false), code: z.literal("too_many_tries"), retryAfterSec: z.int() }),
    z.object({ ok: z.literal(false), code: z.literal(["wrong_code", "chat_full"]) }),
  ]),
});
