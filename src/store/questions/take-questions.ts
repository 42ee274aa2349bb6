import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { QUESTION_KEYS } from "./question-keys.ts";
import type { StoredAnswer } from "./stored-question.ts";

type Input = WriteCall & { questionIds: readonly string[]; answer: Omit<StoredAnswer, "atMs"> };

/**
 * Uses up all these questions or none: of two simultaneous answers one gets `ok: true`. The answer
 * is kept, so that a repeat after a lost Worker learns what became of it.
 */
export const takeQuestions = defineScript({
  name: "take-questions",
  rememberedSec: 60,
  lua: `
local function main(input, now)
  for _, id in ipairs(input.questionIds) do
    local json = get(K.question(id))
    if not json or cjson.decode(json).expiresAtMs <= now or get(K.questionAnswer(id)) then return { ok = false } end
  end
  for _, id in ipairs(input.questionIds) do call('SET', K.questionAnswer(id), input.answer, 'EX', ${QUESTION_KEYS.questionAnswer.ttlSec}) end
  return { ok = true }
end`,
  encode: ({ answer, ...rest }: Input) => ({
    ...rest,
    answer: JSON.stringify({ ...answer, atMs: rest.nowMs }),
  }),
  declares: (keys, { questionIds }) => questionIds.map((id) => keys.question(id)),
  output: z.object({ ok: z.boolean() }),
});

/**
 * The chat was shown something else: its newest question stays open, but is no longer shown last.
 */
export const passQuestions = defineScript({
  name: "pass-questions",
  rememberedSec: 60,
  lua: `
local function main(input)
  call('SET', K.chatPassed(input.chatId), input.questionId, 'EX', ${QUESTION_KEYS.chatPassed.ttlSec})
  return { ok = true }
end`,
  encode: (input: WriteCall & { chatId: string; questionId: string }) => input,
  declares: (keys, { chatId }) => [keys.chatPassed(chatId)],
  output: z.object({ ok: z.literal(true) }),
});
