import * as z from "zod";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { absentToNull, luaArray, storedJson } from "../kernel/stored-json.ts";
import { QUESTION_KEYS } from "./question-keys.ts";
import { answeredQuestion, storedQuestion } from "./stored-question.ts";

/** One by its id, or all of a chat. */
type Input = ReadCall & ({ questionId: string; chatId?: undefined } | { chatId: string; questionId?: undefined });

/**
 * Questions that may still be answered at this time, newest first, and those that were answered, with the transaction that the answer led to, where it
 * sent one. Whose they are is the caller's to compare.
 */
export const loadQuestions = defineScript({
  name: "load-questions",
  effect: "read",
  uses: [luaAttempts],
  lua: `
local function main(input, now)
  local ids = input.chatId and call('LRANGE', K.chatQuestions(input.chatId), 0, -1) or { input.questionId }
  local found, answered, last = {}, {}, nil
  local passed = input.chatId and get(K.chatPassed(input.chatId))
  for _, id in ipairs(ids) do
    local json, answer = get(K.question(id)), get(K.questionAnswer(id))
    if json and answer then
      local given = cjson.decode(answer)
      if now < given.atMs + ${QUESTION_KEYS.questionAnswer.ttlSec * 1_000} then
        answered[#answered + 1] = { question = json, answer = answer, attempt = attempt_view('call:' .. given.turnId) }
      end
    elseif json and cjson.decode(json).expiresAtMs > now then
      found[#found + 1] = json
      if #found == 1 and id ~= passed then last = id end
    end
  end
  return { found = found, answered = answered, last = last }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { questionId, chatId }) =>
    chatId === undefined ? [keys.question(questionId)] : [keys.chatQuestions(chatId)],
  output: z.object({
    found: luaArray(storedJson(storedQuestion)),
    answered: luaArray(answeredQuestion),
    /** The newest, where nothing else was shown in the chat since. */
    last: absentToNull(z.string()),
  }),
});
