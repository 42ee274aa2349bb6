import * as z from "zod";
import { defineScript, type ReadCall } from "../define-script.ts";
import { luaPairing } from "../lua/lua-pairing.ts";
import { luaArray } from "../lua-array.ts";

type Input = ReadCall & { chatId: string };

/**
 * For whom a chat speaks: operators whose own pairing names this chat, in lower case and sorted. That they still own what
 * they command is asked of the chain at every write, not here.
 */
export const loadPairing = defineScript({
  name: "load-pairing",
  effect: "read",
  uses: [luaPairing],
  lua: `
local function main(input)
  local operators, unreadable = {}, {}
  for _, operator in ipairs(call('SMEMBERS', K.chatOperators(input.chatId))) do
    local chat = chat_of(operator)
    if chat == input.chatId then operators[#operators + 1] = operator
    elseif chat == false then unreadable[#unreadable + 1] = operator end
  end
  table.sort(operators)
  table.sort(unreadable)
  return { operators = operators, unreadable = unreadable }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chatId }) => [keys.chatOperators(chatId)],
  output: z.object({
    operators: luaArray(z.string()),
    /** Pairings that cannot be read: not the same as none. */
    unreadable: luaArray(z.string()),
  }),
});
