import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { QUESTION_KEYS } from "./question-keys.ts";
import type { StoredSaid } from "./stored-said.ts";

/** Replaces what the chat said before. */
export const noteSaid = defineScript({
  name: "note-said",
  rememberedSec: 60,
  lua: `
local function main(input)
  call('SET', K.chatSaid(input.chatId), input.json, 'EX', ${QUESTION_KEYS.chatSaid.ttlSec})
  return { ok = true }
end`,
  encode: ({ said, ...rest }: WriteCall & { chatId: string; said: StoredSaid }) => ({
    ...rest,
    json: JSON.stringify(said),
  }),
  declares: (keys, { chatId }) => [keys.chatSaid(chatId)],
  output: z.object({ ok: z.literal(true) }),
});
