import * as z from "zod";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { isObject } from "../lib/is-object.ts";
import { decideOperation } from "../operations/decide-operation.ts";
import { APPROVAL } from "./approval-question.ts";
import type { AskedApproval } from "./approval-state.ts";
import type { OperatorHeaders } from "./operator-headers.ts";

const answers = z.object({
  [APPROVAL.key]: z.union([
    z.object({ action: z.enum(["decline", "cancel"]) }),
    z.object({
      action: z.literal("accept"),
      content: z.object({ [APPROVAL.field]: z.enum(["approve", "reject"]) }),
    }),
  ]),
});

/**
 * Decided once, as over HTTP. A form that was closed without an answer decides nothing: the
 * operation goes on waiting. Null where there is no answer to this question at all: it is put once
 * more.
 * @throws invalid_request, operation_expired, operation_decided (answered before), and what an
 * approval throws
 */
export async function answerApproval(
  { deps, requestId }: RequestContext,
  { credentials, vaultAddress }: OperatorHeaders,
  { operationId, chainId, untilMs }: AskedApproval,
  inputResponses: unknown,
): Promise<ToolResult | null> {
  const details = { operationId, expiresAt: untilMs };
  if (deps.clock.nowMs() >= untilMs)
    throw new AppError(
      "operation_expired",
      "It was not answered in time, and nothing was sent. Ask again.",
      {
        details,
      },
    );
  // The specification's way to say that an answer is missing is the question.
  if (!isObject(inputResponses) || inputResponses[APPROVAL.key] === undefined) return null;
  const read = answers.safeParse(inputResponses);
  if (!read.success)
    throw new AppError(
      "invalid_request",
      `The answer is not the form's: inputResponses.${APPROVAL.key} needs an action, and ` +
        `with accept a content.${APPROVAL.field} of approve or reject. Nothing was decided.`,
    );
  const answer = read.data[APPROVAL.key];
  if (answer.action === "cancel")
    return {
      operationId,
      message:
        `Nothing was decided. It still waits until ${new Date(untilMs).toISOString()}: ` +
        "approve or reject it by its id (POST /api/operations/approve, /reject), or ask " +
        "again.",
    };
  const decision = answer.action === "accept" ? answer.content[APPROVAL.field] : "reject";
  const caller = { kind: "outside", credentials } as const;
  return decideOperation(deps, requestId, {
    operationId,
    decision,
    caller,
    vaultAddress,
    chainId,
    isOnce: true,
  });
}
