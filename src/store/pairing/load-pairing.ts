import * as z from "zod";
import { hexAddress } from "../../../schemas/primitives.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import type { ChatIn } from "../outbox/outbox-item.ts";
import { luaPairing } from "./lua-pairing.ts";
import { pairedVault } from "./paired-vault.ts";

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
local function main(input)
  local operators, vaults, unreadable, current = {}, {}, {}, nil
  local chosen, names = get(K.chatVault(input.channel, input.chatId)), call('SMEMBERS', K.chatOperators(input.channel, input.chatId))
  table.sort(names)
  for _, operator in ipairs(names) do
    local pairing = pairing_of(input.channel, operator)
    if pairing and pairing.chatId == input.chatId then
      operators[#operators + 1] = operator
      for _, known in ipairs(pairing.vaults) do
        local this = paired_vault(operator, known.chainId, known.vault)
        vaults[#vaults + 1] = this
        if paired_vault_text(this) == chosen then current = this end
      end
    elseif pairing == false then
      unreadable[#unreadable + 1] = operator
    end
  end
  -- A single vault needs no choice.
  if not current and #vaults == 1 then current = vaults[1] end
  return { operators = operators, vaults = vaults, current = current, unreadable = unreadable }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { channel, chatId }) => [keys.chatOperators(channel, chatId), keys.chatVault(channel, chatId)],
  output: z.object({
    operators: luaArray(hexAddress),
    vaults: luaArray(pairedVault),
    /** What its words are about. null: it has several and none is chosen, or none at all. */
    current: absentToNull(pairedVault),
    /** Pairings that cannot be read: not the same as none. */
    unreadable: luaArray(z.string()),
  }),
});
