import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { RequestContext } from "../context.ts";
import { answerApproval } from "./answer-approval.ts";
import { askApproval } from "./ask-approval.ts";
import type { Era } from "./era-of.ts";
import { isAnswer } from "./is-answer.ts";
import { openAnswer } from "./open-answer.ts";
import { operatorHeaders } from "./operator-headers.ts";
import { runMcpTool } from "./run-mcp-tool.ts";

/**
 * A tools/call: a tool's answer; or, where a transaction waits for its operator and the client can ask its person, the question; or what became of
 * the answer to one. Other clients find the operation's id in the tool's answer.
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
    return wholeOf(await answerApproval(ctx, operatorHeaders(headers), asked, params.inputResponses));
  }
  const { result, chainId } = await runMcpTool(ctx, headers, params);
  const { operationId } = result;
  if (operationId === undefined || era.kind === "legacy" || !era.canAsk) return wholeOf(result);
  const { credentials, vaultAddress: vault = "" } = operatorHeaders(headers);
  const operator = String(credentials.operatorAddress);
  return askApproval(ctx.deps, { ...result, operationId }, { operator, vault, chainId, params });
}

function wholeOf(result: ToolResult): Record<string, unknown> {
  const content: CallToolResult["content"] = [{ type: "text", text: JSON.stringify(result) }];
  return { content, structuredContent: result } satisfies CallToolResult;
}
