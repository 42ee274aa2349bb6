import type { McpAnswer } from "../../schemas/mcp-answer.ts";
import type { AppError } from "../errors.ts";
import type { Era } from "./era-of.ts";
import { resultOf } from "./result-of.ts";
import { RPC_CODES } from "./rpc-error.ts";

/**
 * A tool that does not exist is an error of the protocol; whatever a tool refuses, wrong arguments
 * included, is a result with `isError`, which the model reads and can act on (MCP 2025-11-25,
 * "Tools").
 */
export function refusalAnswer(id: McpAnswer["id"], error: AppError, era: Era): McpAnswer {
  const { code, details, retryAfterSec } = error;
  const message = error.status === 401 ? `${error.message} ${WHERE_CREDENTIALS_GO}` : error.message;
  if (code === "unknown_tool") {
    const known = `${message} Over MCP: tools/list.`;
    return {
      jsonrpc: "2.0",
      id,
      error: { code: RPC_CODES.invalidParams, message: known, data: { error: code } },
    };
  }
  const body = {
    error: code,
    message,
    ...(details !== undefined && { details }),
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  };
  const content = [{ type: "text", text: JSON.stringify(body) }];
  return {
    jsonrpc: "2.0",
    id,
    result: resultOf(era, { content, structuredContent: body, isError: true }),
  };
}

/** By a status of HTTP alone a client learns that its token is over (MCP, "Authorization": 401). */
export const isTokens = ({ code }: AppError): boolean => code === "token_not_valid";

const WHERE_CREDENTIALS_GO =
  "Over MCP credentials are no arguments: the person sets the headers X-Operator-Address, " +
  "X-Auth-Signature, X-Auth-Timestamp and X-Vault-Address in the client.";
