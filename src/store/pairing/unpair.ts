import type { Address } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull } from "../kernel/stored-json.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import type { ChatIn } from "../outbox/outbox-item.ts";
import { VAULT_KEYS } from "../vaults/vault-keys.ts";
import { luaPairing, luaPairingNotices } from "./lua-pairing.ts";

type Input = WriteCall & {
  /** Id of the channel. */
  channel: string;
  operator: string;
  /** Which the signature names. */
  vault: string;
  chainId: ChainId;
  /** Used up here (decision 108). */
  messageHash: string;
};

/**
 * Ends an operator's pairing in one channel, and the operator's unused code, which would pair again. The caller's right to it is decided
 * elsewhere (decision 18: a fresh signature). A pairing that cannot be read ends as well. The operator is told wherever else that is possible.
 */
export const unpair = defineScript({
  name: "unpair",
  effect: "write",
  uses: [luaPairing, luaOutbox, luaEvents, luaPairingNotices],
  lua: `
local function main(input, now)
  local use = K.signedAction(input.operator, input.messageHash)
  if not call('SET', use, int(now), 'NX', 'EX', ${VAULT_KEYS.signedAction.ttlSec}) then return { ok = false, code = 'signature_used' } end
  local chat = chat_of(input.channel, input.operator)
  drop_pairing_code(input.channel, input.operator)
  if chat then leave_chat(input.channel, chat, input.operator) end
  local changed = call('DEL', K.pairing(input.channel, input.operator)) == 1
  set_channel(input.operator, input.channel, false)
  if changed then tell_pairing('unpaired:' .. input.channel .. ':' .. input.messageHash, string.lower(input.operator), input.channel, 'ended', input, now) end
  return { ok = true, changed = changed, chatId = chat or nil }
end`,
  encode: ({ vault, ...rest }: Input) => ({ ...rest, vault: vault.toLowerCase() }),
  declares: (keys, { channel, operator, messageHash }) => [
    keys.signedAction(operator, messageHash),
    keys.pairing(channel, operator),
    keys.pairingCodeOf(channel, operator),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({
      ok: z.literal(true),
      changed: z.boolean(),
      /** The chat that was the operator's, to be notified. */
      chatId: absentToNull(z.string()),
    }),
    z.object({ ok: z.literal(false), code: z.literal("signature_used") }),
  ]),
});

type EndControlInput = WriteCall & ChatIn & { operator: Address };

/**
 * A chat gives up speaking for an operator, as if nobody had written in it for long; its notices go on. `changed: false`: it did not
 * speak for that operator.
 */
export const endControl = defineScript({
  name: "end-control",
  effect: "write",
  uses: [luaPairing],
  lua: `
local function main(input, now)
  local pairing = pairing_of(input.channel, input.operator)
  if not pairing or pairing.chatId ~= input.chatId or not speaks(pairing, now) then return { changed = false } end
  pairing.wordAtMs = nil
  call('SET', K.pairing(input.channel, input.operator), cjson.encode(pairing))
  return { changed = true }
end`,
  encode: ({ operator, ...rest }: EndControlInput) => ({ ...rest, operator: operator.toLowerCase() }),
  declares: (keys, { channel, operator }) => [keys.pairing(channel, operator)],
  output: z.object({ changed: z.boolean() }),
});
