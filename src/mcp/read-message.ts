import type { McpMessage } from "../../schemas/documents/mcp-message.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";
import type { Era } from "./era-of.ts";

/**
 * Before payment: its method says whether there is anything to pay.
 * @throws invalid_json, invalid_request (a batch, or no JSON-RPC 2.0 message)
 */
export const readMessage = (route: Route, raw: RawRequest): McpMessage =>
  // Safe: the route's schema.
  parseInput(route, raw).body as McpMessage;

/** Older revisions know no such thing. */
export const isAnswer = (era: Era, params: Record<string, unknown> | undefined): boolean =>
  era.kind === "modern" && params?.requestState !== undefined;
