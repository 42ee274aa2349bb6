import type { Era } from "./era-of.ts";
import { MCP_META, SERVER_INFO } from "./mcp-meta.ts";

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
