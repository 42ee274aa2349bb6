import * as z from "zod";
import { absentToNull } from "../absent-to-null.ts";
import { defineScript, type WriteCall } from "../define-script.ts";
import { KEY_TABLE } from "../key-table.ts";
import { luaPairing } from "../lua/lua-pairing.ts";

type Input = WriteCall & {
  /** SHA-256 of the code that was shown, in hex. */
  codeHash: string;
  /** Of the private chat in which it was shown: its user's id too. */
  chatId: string;
};

/** Issue 5, "Messaging": so many wrong codes of one user in an hour. */
const MAX_TRIES = 5;
const TRIES_WINDOW_MS = 3_600_000;
/** What one chat may stand for: bounds what a command reads. */
const MAX_OPERATORS = 10;

/**
 * Pairs the operator of a code with the chat that shows it. A code is used up by the first who shows it; unknown, used,
 * replaced and expired ones are all `wrong_code`, and the sixth within an hour is refused without looking. An operator has
 * one chat: the one before is answered, so that it can be told.
 */
export const finishPairing = defineScript({
  name: "finish-pairing",
  effect: "write",
  uses: [luaPairing],
  lua: `
local function main(input, now)
  local tries = K.pairingTries(input.chatId)
  local oldest = tonumber(call('LINDEX', tries, ${MAX_TRIES - 1}) or 0)
  local free_at = oldest + ${TRIES_WINDOW_MS}
  if now < free_at then return { ok = false, code = 'too_many_tries', retryAfterSec = math.ceil((free_at - now) / 1000) } end

  local operator, expires = string.match(get(K.pairingCode(input.codeHash)) or '', '^(.+)|(%d+)$')
  if not operator or now >= tonumber(expires) or get(K.pairingCodeOf(operator)) ~= input.codeHash then
    call('LPUSH', tries, int(now))
    call('LTRIM', tries, 0, ${MAX_TRIES - 1})
    call('EXPIRE', tries, ${KEY_TABLE.pairingTries.ttlSec})
    return { ok = false, code = 'wrong_code' }
  end

  local operators, before = K.chatOperators(input.chatId), chat_of(operator)
  if call('SISMEMBER', operators, operator) == 0 and call('SCARD', operators) >= ${MAX_OPERATORS} then
    return { ok = false, code = 'chat_full' }
  end
  drop_pairing_code(operator)
  if before and before ~= input.chatId then call('SREM', K.chatOperators(before), operator) end
  call('SET', K.pairing(operator), cjson.encode({ chatId = input.chatId }))
  call('SADD', operators, operator)
  return { ok = true, operator = operator, previousChatId = before and before ~= input.chatId and before or nil }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { codeHash, chatId }) => [
    keys.pairingTries(chatId),
    keys.pairingCode(codeHash),
    keys.chatOperators(chatId),
  ],
  output: z.union([
    z.object({
      ok: z.literal(true),
      operator: z.string(),
      /** Where the operator was paired until now. */
      previousChatId: absentToNull(z.string()),
    }),
    z.object({ ok: z.literal(false), code: z.literal("too_many_tries"), retryAfterSec: z.int() }),
    z.object({ ok: z.literal(false), code: z.literal(["wrong_code", "chat_full"]) }),
  ]),
});
