import type { McpMessage } from "../../schemas/mcp-message.ts";
import { fromBase64, isObject } from "../lib/is-object.ts";
import { MCP_META } from "./mcp-meta.ts";
import { MODERN_VERSIONS, PROTOCOL_VERSIONS } from "./protocol-versions.ts";
import { RPC_CODES, RpcError } from "./rpc-error.ts";

/** `canAsk`: its client shows forms to a person (elicitation in form mode). */
export type Era = { kind: "legacy" } | { kind: "modern"; canAsk: boolean };

/**
 * By what the request says itself: nothing is remembered of earlier ones. A version in `_meta` is
 * the newest generation's, and everything that it requires is then checked (docs/facts/mcp.md 2).
 * @throws RpcError for a version that is not spoken, wherever it is named, and where a request of
 * the newest generation is not whole, or its headers say otherwise than its body
 */
export function eraOf({ id, method, params }: McpMessage, headers: Headers): Era {
  const meta = isObject(params?._meta) ? params._meta : {};
  const claimed = meta[MCP_META.version];
  const named = headers.get("mcp-protocol-version");
  const unknown = [claimed, named].find(
    (version) => typeof version === "string" && !SPOKEN.includes(version),
  );
  // Older clients begin with initialize, which is answered with a version that is spoken, whichever
  // it names.
  if (typeof unknown === "string" && method !== "initialize") throw unsupported(unknown);
  if (claimed === undefined || unknown !== undefined) {
    // A notification has nothing to be answered.
    if (!isModernVersion(named) || id === undefined || method === "initialize")
      return { kind: "legacy" };
    throw malformed(`params._meta needs ${MCP_META.version} and ${MCP_META.capabilities}.`);
  }
  if (typeof claimed !== "string") throw malformed(`${MCP_META.version} must be a text.`);
  if (id !== undefined) checkHeaders({ method, params, version: claimed }, headers);
  if (!MODERN_VERSIONS.includes(claimed)) throw unsupported(claimed);
  const capabilities = meta[MCP_META.capabilities];
  if (!isObject(capabilities))
    throw malformed(`params._meta needs ${MCP_META.capabilities}, an object.`);
  const client = meta[MCP_META.client];
  if (client !== undefined && (!isObject(client) || typeof client.name !== "string"))
    throw malformed(`${MCP_META.client} must have a name and a version.`);
  return { kind: "modern", canAsk: showsForms(capabilities.elicitation) };
}

const SPOKEN: readonly string[] = [...MODERN_VERSIONS, ...PROTOCOL_VERSIONS];

/**
 * An empty object means forms, as `form` does; `url` alone does not ("Elicitation", Capabilities).
 */
const showsForms = (elicitation: unknown): boolean =>
  isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0);

const malformed = (message: string) =>
  new RpcError(RPC_CODES.invalidParams, message, { status: 400 });

const unsupported = (requested: string) =>
  new RpcError(RPC_CODES.unsupportedVersion, "This version of MCP is not spoken here.", {
    status: 400,
    data: { supported: SPOKEN, requested: requested.slice(0, 40) },
  });

type Body = Pick<McpMessage, "method" | "params"> & { version: string };

/**
 * Which parameter `Mcp-Name` repeats (MCP 2026-07-28, "Streamable HTTP", Standard Request Headers).
 */
const NAMED_BY = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/**
 * The newest generation's, for those on its way who do not read bodies: each must be there and say
 * the same.
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

/**
 * `=?base64?...?=`, where a name does not fit into a header. What is no base64 agrees with no body.
 */
function decoded(value: string | null): string | null {
  const encoded = value === null ? null : /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined || encoded === null) return value;
  try {
    return fromBase64(encoded);
  } catch {
    return "";
  }
}

/** Known here or not. Revisions are dates; what is no date belongs to neither generation. */
export const isModernVersion = (version: string | null): version is string =>
  version !== null && /^\d{4}-\d\d-\d\d$/.test(version) && version >= "2026-07-28";
