import type { McpMessage } from "../../schemas/documents/mcp-message.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";
import { type Era, MCP_META, SERVER_INFO } from "./era-of.ts";

/** How long a client may keep a list, and whose copies it may share (MCP 2026-07-28, "Caching"). */
export type CacheHint = { ttlMs: number; cacheScope: "public" | "private" };

/**
 * The newest generation is told that it is whole (`resultType`), who answered, and, of a list, how
 * long it holds.
 */
export function resultOf(
  era: Era,
  result: Record<string, unknown>,
  cache?: CacheHint,
): Record<string, unknown> {
  if (era.kind === "legacy") return result;
  const meta = result._meta as Record<string, unknown> | undefined;
  return {
    resultType: "complete",
    ...result,
    ...cache,
    _meta: { [MCP_META.server]: SERVER_INFO, ...meta },
  };
}

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
