import * as z from "zod";
import { operation, operationStatus } from "../../../schemas/calls/operation.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { orNull, storedJson } from "../kernel/stored-json.ts";
import { luaOperations } from "./lua-operations.ts";

export const storedOperation = z.object({
  operation: storedJson(operation),
  status: operationStatus,
  refusal: orNull(storedJson(z.object({ code: z.string(), message: z.string() }))),
  answer: orNull(storedJson(z.object({ message: z.string() }))),
  /** The record is null once it is too old to be kept. */
  attemptId: orNull(z.string()),
  attempt: orNull(storedAttempt),
  /** Its transaction may still be recorded: approved a moment ago. */
  holds: z.boolean(),
});
export type StoredOperation = z.infer<typeof storedOperation>;

/** The caller compares operator and vault. */
export const loadOperation = defineScript({
  name: "load-operation",
  effect: "read",
  uses: [luaAttempts, luaOperations],
  lua: `
local function main(input, now)
  local operation = load_operation(input.operationId)
  return { found = operation and operation_view(operation, now) or nil }
end`,
  encode: (input: ReadCall & { operationId: string }) => input,
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ found: orNull(storedOperation) }),
});

/** An operation's card may be made anew once. `ok: false`: used, or rejected too late. */
export const renewOperation = defineScript({
  name: "renew-operation",
  lua: `
local function main(input)
  local key = K.operation(input.operationId)
  return { ok = call('EXISTS', key) == 1 and call('HSETNX', key, 'renewed', '1') == 1 }
end`,
  encode: (input: WriteCall & { operationId: string }) => input,
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ ok: z.boolean() }),
});
