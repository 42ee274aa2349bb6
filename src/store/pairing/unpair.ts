import type { Address } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr, orNull } from "../kernel/stored-json.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import type { ChatIn } from "../outbox/outbox-item.ts";
import { luaSignedAction } from "../vaults/lua-context.ts";
import { luaPairing, luaPairingNotices } from "./lua-pairing.ts";

type Input = WriteCall & {
  channel: string;
  operator: string;
  vault: string;
  chainId: ChainId;
  messageHash: string;
};

/**
 * Ends a pairing, readable or not, and the operator's unused code, which would pair again. The
 * caller checks the fresh signature (decision D2). The operator's other channels are told.
 */
export const unpair = defineScript({
  name: "unpair",
  uses: [luaSignedAction, luaPairing, luaOutbox, luaEvents, luaPairingNotices],
  lua: `
local function main(input, now)
  if not use_up(input.operator, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
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
  output: okOr(
    {
      changed: z.boolean(),
      chatId: orNull(z.string()),
    },
    { code: z.literal("signature_used") },
  ),
});

/**
 * A chat stops speaking for an operator, as after a long silence; notices go on. `changed: false`:
 * it did not speak for that operator.
 */
export const endControl = defineScript({
  name: "end-control",
  uses: [luaPairing],
  lua: `
local function main(input, now)
  local pairing = pairing_of(input.channel, input.operator)
  if not pairing or pairing.chatId ~= input.chatId or not speaks(pairing, now) then return { changed = false } end
  pairing.wordAtMs = nil
  call('SET', K.pairing(input.channel, input.operator), cjson.encode(pairing))
  return { changed = true }
end`,
  encode: ({ operator, ...rest }: WriteCall & ChatIn & { operator: Address }) => ({
    ...rest,
    operator: operator.toLowerCase(),
  }),
  declares: (keys, { channel, operator }) => [keys.pairing(channel, operator)],
  output: z.object({ changed: z.boolean() }),
});
