import { type McpMessage, mcpMessage } from "../../schemas/mcp-message.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";

/**
 * The one message of a request: read before payment, because its method says whether there is anything to pay.
 * @throws invalid_json, invalid_request (a batch, or no JSON-RPC 2.0 message)
 */
export function readMessage(route: Route, raw: RawRequest): McpMessage {
  if (raw.bodyText.trimStart().startsWith("[")) {
    // Broken JSON is told as such first.
    parseInput(
      { ...route, body: mcpMessage.catch({ jsonrpc: "2.0", method: "ping" }) },
      new URLSearchParams(),
      raw.bodyText,
    );
    throw new AppError(
      "invalid_request",
      "JSON-RPC batches are not taken: one payment buys one call. Send one message.",
    );
  }
  return parseInput(route, new URL(raw.url).searchParams, raw.bodyText).body as McpMessage;
}
