type Said = { status?: 400 | 404; data?: Record<string, unknown> };

/** `status`: HTTP's, where the newest revision names one (docs/facts/mcp.md 3); older revisions find every JSON-RPC error in an HTTP 200. */
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
