import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

type Input = WriteCall & { questionIds: readonly string[] };

/** Uses questions up: of two answers at the same time one gets `ok: true`. Of several, all have to be open still, or none is taken. */
export const takeQuestions = defineScript({
  name: "take-questions",
  effect: "write",
  rememberedSec: 60,
  uses: [],
  lua: `
local function main(input, now)
  for _, id in ipairs(input.questionIds) do
    local json = get(K.question(id))
    if not json or cjson.decode(json).expiresAtMs <= now then return { ok = false } end
  end
  for _, id in ipairs(input.questionIds) do call('DEL', K.question(id)) end
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { questionIds }) => questionIds.map((id) => keys.question(id)),
  output: z.object({ ok: z.boolean() }),
});
