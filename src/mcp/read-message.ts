import type { McpMessage } from "../../schemas/mcp-message.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";
import { isModernVersion } from "./is-modern-version.ts";
import { PROTOCOL_VERSIONS } from "./protocol-versions.ts";

/**
 * The one message of a request: read before payment, because its method says whether there is anything to pay.
 * @throws invalid_json, invalid_request (a batch, no JSON-RPC 2.0 message, or a version of MCP that is not spoken here)
 */
export function readMessage(route: Route, raw: RawRequest): McpMessage {
  const message = parseInput(route, new URL(raw.url).searchParams, raw.bodyText).body as McpMessage;
  const version = raw.headers.get("mcp-protocol-version");
  // A version of the newest generation is judged with the rest of what such a request says (era-of.ts).
  const isKnown = version === null || isModernVersion(version) || PROTOCOL_VERSIONS.includes(version);
  if (!isKnown && message.method !== "initialize")
    throw new AppError("invalid_request", `MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(", ")}.`);
  return message;
}
