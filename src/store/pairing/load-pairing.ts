import * as z from "zod";
import { chainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull, luaArray } from "../kernel/stored-json.ts";
import type { ChatIn } from "../outbox/outbox-item.ts";
import { luaPairing } from "./lua-pairing.ts";

/** A vault that a chat speaks for, and whose word that is; all in lower case. */
export const pairedVault = z.object({ operator: hexAddress, chainId, vault: hexAddress });
export type PairedVault = z.infer<typeof pairedVault>;

type Input = ReadCall & ChatIn;

/**
 * The operators and vaults that a chat speaks for: operators whose own pairing names this chat, in lower case and sorted, and
 * their vaults, the one paired last behind the others. Every write reads from the chain that they still own theirs; this script
 * does not.
 */
export const loadPairing = defineScript({
  name: "load-pairing",
  effect: "read",
  uses: [luaPairing],
  lua: `
local function main(input, now) return chat_pairing(input.channel, input.chatId, now) end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { channel, chatId }) => [keys.chatOperators(channel, chatId), keys.chatVault(channel, chatId)],
  output: z.object({
    operators: luaArray(hexAddress),
    vaults: luaArray(pairedVault),
    /** When its control ends, of each of `operators`, unless somebody writes before. */
    ends: luaArray(z.int()),
    /** Operators, and vaults of theirs, of whom it only tells: nobody wrote in it for too long. */
    quiet: z.object({ operators: luaArray(hexAddress), vaults: luaArray(pairedVault) }),
    /** null: it has several and none is chosen, or none at all. */
    current: absentToNull(pairedVault),
    /** Pairings that cannot be read: not the same as none. */
    unreadable: luaArray(z.string()),
  }),
});

type ChooseChatVaultInput = WriteCall & PairedVault & ChatIn;

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
  encode: ({ operator, vault, ...rest }: ChooseChatVaultInput) => ({
    ...rest,
    operator: operator.toLowerCase(),
    vault: vault.toLowerCase(),
  }),
  declares: (keys, { channel, chatId, operator }) => [keys.pairing(channel, operator), keys.chatVault(channel, chatId)],
  output: z.object({ ok: z.boolean() }),
});
