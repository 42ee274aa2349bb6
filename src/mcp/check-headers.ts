import type { McpMessage } from "../../schemas/mcp-message.ts";
import { fromBase64 } from "../lib/from-base64.ts";
import { RPC_CODES } from "./rpc-codes.ts";
import { RpcError } from "./rpc-error.ts";

type Body = Pick<McpMessage, "method" | "params"> & { version: string };

/** Which parameter `Mcp-Name` repeats (MCP 2026-07-28, "Streamable HTTP", Standard Request Headers). */
const NAMED_BY = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/**
 * The newest generation's, for those on its way who do not read bodies: each must be there and say the same.
 * @throws RpcError -32020
 */
export function checkHeaders({ method, params, version }: Body, headers: Headers): void {
  must("MCP-Protocol-Version", headers.get("mcp-protocol-version"), version);
  must("Mcp-Method", headers.get("mcp-method"), method);
  const field = NAMED_BY.get(method);
  const name = field === undefined ? undefined : params?.[field];
  // A name that is missing or no text is refused by what reads it.
  if (typeof name === "string") must("Mcp-Name", decoded(headers.get("mcp-name")), name);
}

function must(header: string, value: string | null, inBody: string): void {
  if (value === inBody) return;
  const found = value === null ? "is missing" : "says otherwise than the body";
  throw new RpcError(RPC_CODES.headerMismatch, `The header ${header} ${found}.`, { status: 400 });
}

/** `=?base64?...?=`, where a name does not fit into a header. What is no base64 agrees with no body. */
function decoded(value: string | null): string | null {
  const encoded = value === null ? null : /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined || encoded === null) return value;
  try {
    return fromBase64(encoded);
  } catch {
    return "";
  }
}
