import type { AppError } from "../errors.ts";

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
