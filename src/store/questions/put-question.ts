import * as z from "zod";
import { QUESTION_LIMITS } from "../../../schemas/calls/question-limits.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { QUESTION_KEYS } from "./question-keys.ts";
import type { StoredQuestion } from "./stored-question.ts";

/** A chat's newest four are found again. */
export const putQuestion = defineScript({
  name: "put-question",
  // A stranger's words can lead here.
  rememberedSec: 60,
  lua: `
local function main(input)
  call('SET', K.question(input.id), input.json, 'EX', ${QUESTION_KEYS.question.ttlSec})
  if input.chatId then
    local list = K.chatQuestions(input.chatId)
    call('LPUSH', list, input.id)
    call('LTRIM', list, 0, ${QUESTION_LIMITS.openPerChat - 1})
    call('EXPIRE', list, ${QUESTION_KEYS.chatQuestions.ttlSec})
  end
  return { ok = true }
end`,
  encode: ({ question, ...rest }: WriteCall & { question: StoredQuestion }) => ({
    ...rest,
    id: question.id,
    chatId: question.chatId,
    json: JSON.stringify(question),
  }),
  declares: (keys, { question: { id, chatId } }) => [
    keys.question(id),
    ...(chatId === null ? [] : [keys.chatQuestions(chatId)]),
  ],
  output: z.object({ ok: z.literal(true) }),
});
