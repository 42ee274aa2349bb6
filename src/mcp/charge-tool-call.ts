import type { McpMessage } from "../../schemas/mcp-message.ts";
import { loadTools } from "../calls/load-tools.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { ChargedRequest, GateAnswer, RawRequest } from "../route.ts";
import type { Era } from "./era-of.ts";
import { type InBandCall, inBandAnswer, inBandCall } from "./in-band-call.ts";
import { operatorHeaders } from "./operator-headers.ts";
import { isTokens, refusalAnswer } from "./refusal-answer.ts";
import { ToolRefusal } from "./rpc-error.ts";
import type { Till } from "./till.ts";
import { isScoped, toolScope } from "./tool-scope.ts";

type ToolCall = McpMessage & { id: string | number };

/**
 * Inside MCP or by HTTP. A refusal of the tool is a result of the call, and costs nothing.
 * @throws the gate's own, where the client pays by HTTP; token_not_valid
 */
export async function chargeToolCall(
  { deps, requestId, raw }: ChargedRequest,
  { pay, hasHeader }: Till,
  message: ToolCall,
  era: Era,
): Promise<GateAnswer> {
  let inBand: InBandCall | null | undefined;
  try {
    await mustBeInScope(deps, raw, message.params?.name);
    inBand = inBandCall(raw, message, { hasHeader });
    if (inBand === null) return await pay(billedRequest(raw));
    if (inBand.isPaidTwice) throw twoPayments();
    return inBandAnswer(message.id, await pay(billedRequest(inBand.raw)), era);
  } catch (error) {
    const refusal = error instanceof ToolRefusal ? error.refusal : error;
    // A status of HTTP would reach the client as a broken connection.
    if (!(refusal instanceof AppError) || (inBand === null && error === refusal)) throw error;
    if (isTokens(refusal)) throw refusal;
    if (refusal.status >= 500)
      deps.log("request_failed", { requestId, path: "/mcp", code: refusal.code });
    const body = JSON.stringify(refusalAnswer(message.id, refusal, era));
    return { status: 200, body, headers: { "Cache-Control": "private" } };
  }
}

/**
 * A client that asked for some tools calls no other: its person chose them, and its model may have
 * read of more elsewhere.
 * @throws invalid_request, unknown_tool
 */
async function mustBeInScope(deps: Deps, raw: RawRequest, name: unknown): Promise<void> {
  if (!isScoped(raw)) return;
  const { registry, find } = await loadTools(deps);
  const scope = unwrap(toolScope(registry, raw));
  const tool = find(String(name));
  if (tool.ok && !scope.has(tool.value))
    throw new AppError(
      "unknown_tool",
      `${tool.value.name} is outside of the tools that this client asked for ` +
        "(X-MCP-Toolsets, X-MCP-Tools, X-MCP-Exclude-Tools, X-MCP-Readonly, or the same in the " +
        "query). Nothing ran and nothing was charged.",
    );
}

const twoPayments = () =>
  new AppError(
    "payment_invalid",
    "This call carries two payments, one in a header and one in _meta. Send one; nothing ran " +
      "and nothing was charged.",
  );

/**
 * Operator and vault stand in its body, as on every other paid route, so that limits, debts,
 * idempotency and repeats take them into account. The message is one text in it, so an address in a
 * call's arguments is never taken for either.
 */
function billedRequest(raw: RawRequest): RawRequest {
  const { credentials, vaultAddress, executionMode } = operatorHeaders(raw.headers);
  const mode = executionMode === "manual" ? {} : { executionMode };
  return {
    ...raw,
    bodyText: JSON.stringify({ ...credentials, vaultAddress, ...mode, message: raw.bodyText }),
  };
}
