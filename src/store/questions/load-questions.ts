import * as z from "zod";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";
import { QUESTION_KEYS } from "./question-keys.ts";
import { answeredQuestion, storedQuestion } from "./stored-question.ts";
import { storedSaid } from "./stored-said.ts";

/** One by its id, or all of a chat; of a chat what was said and shown in it, too. */
type Input = ReadCall &
  (
    | { questionId: string; chatId?: string; channel?: string }
    | { chatId: string; channel?: string; questionId?: undefined }
  );

/**
 * Open questions, newest first, and answered ones with the attempt that the answer led to. The
 * caller checks the owner.
 */
export const loadQuestions = defineScript({
  name: "load-questions",
  effect: "read",
  uses: [luaAttempts],
  lua: `
local function main(input, now)
  local ids = input.questionId and { input.questionId } or call('LRANGE', K.chatQuestions(input.chatId), 0, -1)
  local found, answered, last = {}, {}, nil
  local passed = not input.questionId and get(K.chatPassed(input.chatId))
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
  local shown = input.channel and get(K.chatShown(input.channel, input.chatId))
  return { found = found, answered = answered, last = last, said = input.chatId and get(K.chatSaid(input.chatId)), shown = shown and cjson.decode(shown).text }
end`,
  encode: (input: Input) => input,
  declares: (keys, { questionId, chatId }) =>
    questionId === undefined ? [keys.chatQuestions(chatId)] : [keys.question(questionId)],
  output: z.object({
    found: luaArray(storedJson(storedQuestion)),
    answered: luaArray(answeredQuestion),
    /** The newest, unless the chat was shown something else since. */
    last: orNull(z.string()),
    said: orNull(storedJson(storedSaid)),
    /** Text of the chat's newest message; needs `channel`. */
    shown: orNull(z.string()),
  }),
});
