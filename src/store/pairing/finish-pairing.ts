import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr, orNull } from "../kernel/stored-json.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { luaSignedAction } from "../vaults/lua-context.ts";
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

type Begun = WriteCall & {
  channel: string;
  operator: string;
  /** The operator's ownership was verified here. */
  vault: string;
  chainId: ChainId;
  /** SHA-256; the code itself is not stored. */
  codeHash: string;
  /** Hash of the message signed for this; used up here (decision D2). */
  messageHash: string;
};

const LIFETIME_MS = 300_000;

/** Makes a code for the first chat that shows it; the operator's older code ends. */
export const beginPairing = defineScript({
  name: "begin-pairing",
  uses: [luaSignedAction, luaPairing],
  lua: `
local function main(input, now)
  if not use_up(input.operator, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
  local code, of = K.pairingCode(input.channel, input.codeHash), K.pairingCodeOf(input.channel, input.operator)
  local expires_at = now + ${LIFETIME_MS}
  local stands_for = paired_vault_text(input) .. '|' .. int(expires_at)
  -- 128 random bits do not repeat: a stored code may be another operator's, and stays.
  if not call('SET', code, stands_for, 'NX', 'EX', ${PAIRING_KEYS.pairingCode.ttlSec}) then
    return { ok = false, code = 'code_taken' }
  end
  drop_pairing_code(input.channel, input.operator)
  call('SET', of, input.codeHash, 'EX', ${PAIRING_KEYS.pairingCodeOf.ttlSec})
  return { ok = true, expiresAtMs = expires_at }
end`,
  encode: ({ operator, vault, ...rest }: Begun) => ({
    ...rest,
    operator: operator.toLowerCase(),
    vault: vault.toLowerCase(),
  }),
  declares: (keys, { channel, operator, codeHash, messageHash }) => [
    keys.signedAction(operator, messageHash),
    keys.pairingCode(channel, codeHash),
    keys.pairingCodeOf(channel, operator),
  ],
  output: okOr({ expiresAtMs: z.int() }, { code: z.literal(["signature_used", "code_taken"]) }),
});
