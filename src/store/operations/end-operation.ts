import type { Hex } from "viem";
import * as z from "zod";
import type { AuditRefusal } from "../../kinds/order-run.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditRefusal, auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaOperations } from "./lua-operations.ts";

type Input = WriteCall & {
  operationId: string;
  operator: Hex;
  tool: string;
  /** Before anything was recorded for it; `message` is the operator's answer. */
  refusal: AuditRefusal & { message: string };
};

/** Ends an operation unsent; one with an attempt stays as it is. */
export const endOperation = defineScript({
  name: "end-operation",
  uses: [luaAudit, luaAttempts, luaOperations],
  lua: `
local function main(input, now)
  local operation = load_operation(input.operationId)
  if not operation or operation.attemptId or operation.refusal then return { changed = false } end
  if operation.status ~= 'approved' and operation.status ~= 'done' then return { changed = false } end
  call('HSET', K.operation(operation.id), 'status', 'done', 'refusal', input.refusal)
  audit_append(operation.record.chainId, operation.record.vault, input.audit, now)
  return { changed = true }
end`,
  encode: ({ operator, tool, refusal, ...rest }: Input) => ({
    ...rest,
    refusal: JSON.stringify({ code: refusal.code, message: refusal.message.slice(0, 600) }),
    audit: auditText({
      kind: "call_refused",
      actor: lowerHex(operator),
      tool,
      refusal: auditRefusal(refusal),
    }),
  }),
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ changed: z.boolean() }),
});

type AnswerOperationInput = WriteCall & {
  operationId: string;
  message: string;
};

/** The change's own script wrote its audit entry. */
export const answerOperation = defineScript({
  name: "answer-operation",
  uses: [luaAttempts, luaOperations],
  lua: `
local function main(input)
  local operation = load_operation(input.operationId)
  if not operation or operation.record.kind ~= 'change' or operation.answer then return { changed = false } end
  if operation.status ~= 'approved' and operation.status ~= 'done' then return { changed = false } end
  call('HSET', K.operation(operation.id), 'status', 'done', 'answer', input.answer)
  return { changed = true }
end`,
  encode: ({ message, ...rest }: AnswerOperationInput) => ({
    ...rest,
    answer: JSON.stringify({ message: message.slice(0, 2_000) }),
  }),
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ changed: z.boolean() }),
});
