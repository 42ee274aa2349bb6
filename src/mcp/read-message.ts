import type { McpMessage } from "../../schemas/mcp-message.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";

/**
 * Before payment: its method says whether there is anything to pay.
 * @throws invalid_json, invalid_request (a batch, or no JSON-RPC 2.0 message)
 */
export const readMessage = (route: Route, raw: RawRequest): McpMessage =>
  // Safe: the route's schema.
  parseInput(route, raw).body as McpMessage;
