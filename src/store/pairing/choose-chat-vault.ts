import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import type { ChatIn } from "../outbox/outbox-item.ts";
import type { PairedVault } from "./load-pairing.ts";
import { luaPairing } from "./lua-pairing.ts";

type Input = WriteCall & PairedVault & ChatIn;

/** `ok: false`: the chat does not speak for it. */
export const chooseChatVault = defineScript({
  name: "choose-chat-vault",
  effect: "write",
  uses: [luaPairing],
  lua: `
local function main(input, now)
  local pairing = pairing_of(input.channel, input.operator)
  local is_its = pairing and pairing.chatId == input.chatId and speaks(pairing, now)
  for _, known in ipairs(is_its and pairing.vaults or {}) do
    if known.chainId == input.chainId and known.vault == input.vault then
      call('SET', K.chatVault(input.channel, input.chatId), paired_vault_text(input))
      return { ok = true }
    end
  end
  return { ok = false }
end`,
  encode: ({ operator, vault, ...rest }: Input) => ({
    ...rest,
    operator: operator.toLowerCase(),
    vault: vault.toLowerCase(),
  }),
  declares: (keys, { channel, chatId, operator }) => [keys.pairing(channel, operator), keys.chatVault(channel, chatId)],
  output: z.object({ ok: z.boolean() }),
});
