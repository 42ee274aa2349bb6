import * as z from "zod";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { storedQuestion } from "./stored-question.ts";

/** One by its id, or all of a chat. */
type Input = ReadCall & ({ questionId: string; chatId?: undefined } | { chatId: string; questionId?: undefined });

/** Questions that may still be answered at this time, newest first. Whose they are is the caller's to compare. */
export const loadQuestions = defineScript({
  name: "load-questions",
  effect: "read",
  uses: [],
  lua: `
local function main(input, now)
  local ids = input.chatId and call('LRANGE', K.chatQuestions(input.chatId), 0, -1) or { input.questionId }
  local found = {}
  for _, id in ipairs(ids) do
    local json = get(K.question(id))
    if json and cjson.decode(json).expiresAtMs > now then found[#found + 1] = json end
  end
  return { found = found }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { questionId, chatId }) =>
    chatId === undefined ? [keys.question(questionId)] : [keys.chatQuestions(chatId)],
  output: z.object({ found: luaArray(storedJson(storedQuestion)) }),
});
