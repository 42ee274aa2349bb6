import * as z from "zod";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { absentToNull } from "../kernel/stored-json.ts";
import { luaOperations } from "./lua-operations.ts";
import { storedOperation } from "./stored-operation.ts";

type Input = ReadCall & { operationId: string };

/** Null where there is none. The caller compares operator and vault. */
export const loadOperation = defineScript({
  name: "load-operation",
  effect: "read",
  uses: [luaAttempts, luaOperations],
  lua: `
local function main(input, now)
  local operation = load_operation(input.operationId)
  return { found = operation and operation_view(operation, now) or nil }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ found: absentToNull(storedOperation) }),
});
