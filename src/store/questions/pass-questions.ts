import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { QUESTION_KEYS } from "./question-keys.ts";

type Input = WriteCall & { chatId: string; questionId: string };

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
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chatId }) => [keys.chatPassed(chatId)],
  output: z.object({ ok: z.literal(true) }),
});
