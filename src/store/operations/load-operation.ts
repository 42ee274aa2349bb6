import * as z from "zod";
import { operation, operationStatus } from "../../../schemas/operation.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull, storedJson } from "../kernel/stored-json.ts";
import { luaOperations } from "./lua-operations.ts";

/** `operation_view` of lua-operations.ts. */
export const storedOperation = z.object({
  operation: storedJson(operation),
  status: operationStatus,
  /** In the words of the answer to its operator. */
  refusal: absentToNull(storedJson(z.object({ code: z.string(), message: z.string() }))),
  /** What the change answered, once it was made. */
  answer: absentToNull(storedJson(z.object({ message: z.string() }))),
  /** The record is null once it is too old to be kept. */
  attemptId: absentToNull(z.string()),
  attempt: absentToNull(storedAttempt),
  /** Approved so short a time ago that its transaction may still be written down. */
  holds: z.boolean(),
});
export type StoredOperation = z.infer<typeof storedOperation>;

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

type RenewOperationInput = WriteCall & { operationId: string };

/** The right to make a card anew, of which an operation has one: `ok: false` where it was used, or a rejection came too late to be one. */
export const renewOperation = defineScript({
  name: "renew-operation",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  local key = K.operation(input.operationId)
  return { ok = call('EXISTS', key) == 1 and call('HSETNX', key, 'renewed', '1') == 1 }
end`,
  encode: (input: RenewOperationInput) => ({ ...input }),
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ ok: z.boolean() }),
});
