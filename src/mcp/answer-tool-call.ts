import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { answerApproval } from "./answer-approval.ts";
import { approvalQuestion } from "./approval-question.ts";
import { approvalState } from "./approval-state.ts";
import { askApproval } from "./ask-approval.ts";
import type { Era } from "./era-of.ts";
import { openAnswer } from "./open-answer.ts";
import { operatorHeaders } from "./operator-headers.ts";
import { isAnswer } from "./read-message.ts";
import { ToolRefusal } from "./rpc-error.ts";
import { runMcpTool } from "./run-mcp-tool.ts";

/**
 * A tool's answer; or, where a transaction waits for its operator and the client can ask its
 * person, the question; or what became of the answer to one. Other clients find the operation's id
 * in the tool's answer.
 * @throws ToolRefusal; of an answer AppError
 */
export async function answerToolCall(
  ctx: RequestContext,
  headers: Headers,
  params: Record<string, unknown> = {},
  era: Era,
): Promise<Record<string, unknown>> {
  if (isAnswer(era, params)) {
    const asked = await openAnswer(ctx.deps, headers, params);
    const decided = await answerApproval(
      ctx,
      operatorHeaders(headers),
      asked,
      params.inputResponses,
    );
    return decided === null
      ? approvalQuestion(asked.card, String(params.requestState))
      : wholeOf(decided);
  }
  // An agent's own program would answer the question.
  const canAsk = era.kind === "modern" && era.canAsk && ctx.deps.grant === undefined;
  const asking = canAsk ? questionOf(headers, params) : undefined;
  const { result, chainId } = await runMcpTool(ctx, headers, params);
  const { operationId } = result;
  // By fresh signatures its operator approves at a route: the question's answer would bring none.
  const isAnswerable = result.data?.approveWith !== "fresh";
  if (operationId === undefined || asking === undefined || !isAnswerable) return wholeOf(result);
  return askApproval(ctx.deps, { ...result, operationId }, { ...asking, chainId });
}

/** First: a question that cannot be put must not leave an operation behind. */
function questionOf(
  headers: Headers,
  params: Record<string, unknown>,
): { vault: string; context: string } {
  const { credentials, vaultAddress: vault = "" } = operatorHeaders(headers);
  try {
    return {
      vault,
      context: approvalState.contextOf({
        operator: String(credentials.operatorAddress),
        vault,
        params,
      }),
    };
  } catch (error) {
    throw error instanceof AppError ? new ToolRefusal(error) : error;
  }
}

function wholeOf(result: ToolResult): Record<string, unknown> {
  const content: CallToolResult["content"] = [{ type: "text", text: JSON.stringify(result) }];
  return { content, structuredContent: result } satisfies CallToolResult;
}
