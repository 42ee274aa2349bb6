import type { McpMessage } from "../../schemas/documents/mcp-message.ts";
import type { AppError } from "../errors.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";
import { type Era, MCP_META, SERVER_INFO } from "./era-of.ts";

type Said = { status?: 400 | 404; data?: Record<string, unknown> };

/**
 * `status`: HTTP's, where the newest revision names one (docs/facts/mcp.md 3); older revisions find
 * every JSON-RPC error in an HTTP 200.
 */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly status: number;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: number, message: string, { status, data }: Said = {}) {
    super(message);
    this.code = code;
    this.status = status ?? 200;
    this.data = data;
  }
}

/** JSON-RPC 2.0, "Error object", and what MCP 2026-07-28 reserves (docs/facts/mcp.md 3). */
export const RPC_CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

/** Through the gate, which releases the payment; then answered in MCP's words. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}

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
