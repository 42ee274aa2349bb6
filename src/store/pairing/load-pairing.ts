import * as z from "zod";
import { chainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, orNull } from "../kernel/stored-json.ts";
import type { ChatIn } from "../outbox/outbox-item.ts";
import { luaPairing } from "./lua-pairing.ts";

/** A vault that a chat speaks for, and its operator; lower case. */
export const pairedVault = z.object({ operator: hexAddress, chainId, vault: hexAddress });
export type PairedVault = z.infer<typeof pairedVault>;

/**
 * Operators whose own pairing names this chat, lower case and sorted, and their vaults, the latest
 * paired last. It does not ask the chain for the owner; every write does.
 */
export const loadPairing = defineScript({
  name: "load-pairing",
  effect: "read",
  uses: [luaPairing],
  lua: `
local function main(input, now) return chat_pairing(input.channel, input.chatId, now) end`,
  encode: (input: ReadCall & ChatIn) => input,
  declares: (keys, { channel, chatId }) => [
    keys.chatOperators(channel, chatId),
    keys.chatVault(channel, chatId),
  ],
  output: z.object({
    operators: luaArray(hexAddress),
    vaults: luaArray(pairedVault),
    /** End of control for each of `operators`, unless somebody writes before. */
    ends: luaArray(z.int()),
    /** Only gets notices: nobody wrote for too long. */
    quiet: z.object({ operators: luaArray(hexAddress), vaults: luaArray(pairedVault) }),
    /** Null: none, or several without a choice. */
    current: orNull(pairedVault),
    unreadable: luaArray(z.string()),
  }),
});

/** Refused if the chat does not speak for it. */
export const chooseChatVault = defineScript({
  name: "choose-chat-vault",
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
  encode: ({ operator, vault, ...rest }: WriteCall & PairedVault & ChatIn) => ({
    ...rest,
    operator: operator.toLowerCase(),
    vault: vault.toLowerCase(),
  }),
  declares: (keys, { channel, chatId, operator }) => [
    keys.pairing(channel, operator),
    keys.chatVault(channel, chatId),
  ],
  output: z.object({ ok: z.boolean() }),
});
