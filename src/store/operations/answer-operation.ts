import * as z from "zod";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaOperations } from "./lua-operations.ts";

type Input = WriteCall & {
  operationId: string;
  /** What the tool answered its operator. */
  message: string;
};

/** The change's own script wrote its audit entry. */
export const answerOperation = defineScript({
  name: "answer-operation",
  effect: "write",
  uses: [luaAttempts, luaOperations],
  lua: `
local function main(input)
  local operation = load_operation(input.operationId)
  if not operation or operation.record.kind ~= 'change' or operation.answer then return { changed = false } end
  -- Ended meanwhile as held up, it still says what became of it.
  if operation.status ~= 'approved' and operation.status ~= 'done' then return { changed = false } end
  call('HSET', K.operation(operation.id), 'status', 'done', 'answer', input.answer)
  return { changed = true }
end`,
  encode: ({ message, ...rest }: Input) => ({ ...rest, answer: JSON.stringify({ message: message.slice(0, 2_000) }) }),
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ changed: z.boolean() }),
});
