import type { ChatResponse } from "../../schemas/chat.ts";
import type { Deps } from "../deps.ts";
import { decideOperation, type OperationDecision } from "./decide-operation.ts";

type Approval = Omit<OperationDecision, "decision" | "isOnce"> & { approved: boolean };

/**
 * To an approval part of an AI SDK client, by the very call of POST /api/operations/approve and
 * reject, with the same credentials.
 * @throws what decideOperation throws
 */
export async function answerApproval(
  deps: Deps,
  requestId: string,
  { approved, ...of }: Approval,
): Promise<{ response: ChatResponse; tookEffect: boolean }> {
  const result = await decideOperation(deps, requestId, {
    ...of,
    decision: approved ? "approve" : "reject",
  });
  const { tool = "", message = "", execution, suggestions = [] } = result;
  return {
    response: {
      reply: message,
      toolCalls: [{ name: tool, arguments: {}, result }],
      ...(suggestions.length > 0 && { suggestions }),
      ...(execution !== undefined && { execution }),
      decided: { operationId: of.operationId, approved },
    },
    tookEffect: of.dryRun !== true,
  };
}
