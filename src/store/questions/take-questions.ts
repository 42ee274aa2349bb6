import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { QUESTION_KEYS } from "./question-keys.ts";
import type { StoredAnswer } from "./stored-question.ts";

type Input = WriteCall & { questionIds: readonly string[]; answer: Omit<StoredAnswer, "atMs"> };

/**
 * Uses questions up: of two answers at the same time one gets `ok: true`. Of several, all have to be open still, or none is taken. The answer stays beside
 * them, so that who says it again after a Worker was lost learns what became of it.
 */
export const takeQuestions = defineScript({
  name: "take-questions",
  effect: "write",
  rememberedSec: 60,
  uses: [],
  lua: `
local function main(input, now)
  for _, id in ipairs(input.questionIds) do
    local json = get(K.question(id))
    if not json or cjson.decode(json).expiresAtMs <= now or get(K.questionAnswer(id)) then return { ok = false } end
  end
  for _, id in ipairs(input.questionIds) do call('SET', K.questionAnswer(id), input.answer, 'EX', ${QUESTION_KEYS.questionAnswer.ttlSec}) end
  return { ok = true }
end`,
  encode: ({ answer, ...rest }: Input) => ({ ...rest, answer: JSON.stringify({ ...answer, atMs: rest.nowMs }) }),
  declares: (keys, { questionIds }) => questionIds.map((id) => keys.question(id)),
  output: z.object({ ok: z.boolean() }),
});

type PassQuestionsInput = WriteCall & { chatId: string; questionId: string };

/** Something else is shown in a chat than its open questions, which stay open: the newest of them was not shown last any more. */
export const passQuestions = defineScript({
  name: "pass-questions",
  effect: "write",
  rememberedSec: 60,
  uses: [],
  lua: `
local function main(input)
  call('SET', K.chatPassed(input.chatId), input.questionId, 'EX', ${QUESTION_KEYS.chatPassed.ttlSec})
  return { ok = true }
end`,
  encode: (input: PassQuestionsInput) => ({ ...input }),
  declares: (keys, { chatId }) => [keys.chatPassed(chatId)],
  output: z.object({ ok: z.literal(true) }),
});
