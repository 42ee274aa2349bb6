import type { McpMessage } from "../../schemas/mcp-message.ts";
import { AppError } from "../errors.ts";
import type { ChargedRequest, GateAnswer } from "../route.ts";
import type { Era } from "./era-of.ts";
import { openAnswer } from "./open-answer.ts";
import { operatorHeaders } from "./operator-headers.ts";
import { isTokens, refusalAnswer } from "./refusal-answer.ts";
import type { Till } from "./till.ts";

/**
 * Free, since the question was paid for, and counted as every free call of an operator. A payment
 * sent along again is not looked at. What is refused is a result, without effect.
 */
export async function chargeAnswer(
  { deps, requestId, raw, run }: ChargedRequest,
  till: Till,
  { id, params = {} }: McpMessage & { id: string | number },
  era: Era,
): Promise<GateAnswer> {
  try {
    const { chainId } = await openAnswer(deps, raw.headers, params);
    const { credentials, vaultAddress } = operatorHeaders(raw.headers);
    const bodyText = JSON.stringify({
      ...credentials,
      vaultAddress,
      chainId,
      message: raw.bodyText,
    });
    return await till.free({ ...raw, bodyText }, run, "operator");
  } catch (error) {
    if (!(error instanceof AppError) || isTokens(error)) throw error;
    if (error.status >= 500)
      deps.log("request_failed", { requestId, path: "/mcp", code: error.code });
    const body = JSON.stringify(refusalAnswer(id, error, era));
    return { status: 200, body, headers: { "Cache-Control": "private" } };
  }
}
