import type { McpMessage } from "../../schemas/documents/mcp-message.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { ChargedRequest, GateAnswer, RawRequest } from "../route.ts";
import { openAnswer } from "./approval-state.ts";
import { chargeToolCall, isTokens, refusalAnswer, type Till } from "./charge-tool-call.ts";
import { type Era, eraOf, isModernVersion } from "./era-of.ts";
import { operatorHeaders } from "./operator-headers.ts";
import { findResource } from "./read-resource.ts";
import { isAnswer, readMessage } from "./result-of.ts";
import { RPC_CODES, RpcError } from "./rpc-error.ts";

/**
 * Only tools/call is paid for, and whatever refuses is answered in the protocol's words.
 * @throws AppError for a foreign origin, a limit, of older clients what is no message, and of those
 * that pay by HTTP the gate's own
 */
export async function chargeMcp(request: ChargedRequest, till: Till): Promise<GateAnswer> {
  const { deps, route, raw } = request;
  checkOrigin(deps.env, raw);
  let message: McpMessage;
  try {
    message = readMessage(route, raw);
  } catch (error) {
    if (!(error instanceof AppError) || !isModernVersion(raw.headers.get("mcp-protocol-version")))
      throw error;
    const code = error.code === "invalid_json" ? RPC_CODES.parse : RPC_CODES.invalidRequest;
    // Of a message that could not be read there is no id to repeat.
    const body = {
      jsonrpc: "2.0",
      error: { code, message: error.message, data: { error: error.code } },
    };
    return { status: error.status, body: JSON.stringify(body), headers: {} };
  }
  let era: Era | undefined;
  try {
    era = eraOf(message, raw.headers);
    // These act for no operator: checking credentials would only cost requests.
    const free = { ...raw, bodyText: "" };
    const { id } = message;
    if (id === undefined) {
      const noted = await till.free(free, async () => ({ body: "", tookEffect: false }), "none");
      return { ...noted, status: 202 };
    }
    if (message.method === "resources/read")
      return await chargeResource(request, till, message.params?.uri, era);
    if (message.method !== "tools/call") return await till.free(free, request.run, "none");
    if (isAnswer(era, message.params))
      return await chargeAnswer(request, till, { ...message, id }, era);
    return await chargeToolCall(request, till, { ...message, id }, era);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message: text, data, status } = error;
    const body = {
      jsonrpc: "2.0",
      id: message.id ?? "",
      error: { code, message: text, ...(data && { data }) },
    };
    return {
      status: era?.kind === "legacy" ? 200 : status,
      body: JSON.stringify(body),
      headers: {},
    };
  }
}

/**
 * Free, since the question was paid for, and counted as every free call of an operator. A payment
 * sent along again is not looked at. What is refused is a result, without effect.
 */
async function chargeAnswer(
  { deps, requestId, raw, run }: ChargedRequest,
  till: Till,
  { id, params = {} }: McpMessage & { id: string | number },
  era: Era,
): Promise<GateAnswer> {
  try {
    const { chainId } = await openAnswer(deps, raw.headers, params);
    const { credentials, vaultAddress } = operatorHeaders(raw.headers);
    const bodyText = JSON.stringify({
      ...credentials,
      vaultAddress,
      chainId,
      message: raw.bodyText,
    });
    return await till.free({ ...raw, bodyText }, run, "operator");
  } catch (error) {
    if (!(error instanceof AppError) || isTokens(error)) throw error;
    if (error.status >= 500)
      deps.log("request_failed", { requestId, path: "/mcp", code: error.code });
    const body = JSON.stringify(refusalAnswer(id, error, era));
    return { status: 200, body, headers: { "Cache-Control": "private" } };
  }
}

/**
 * Counted as over HTTP: what is for a vault's owner by who fails to prove to be one, too.
 * @throws RpcError for whatever the route refuses; rate_limited, token_not_valid
 */
async function chargeResource(
  { deps, requestId, raw, run }: ChargedRequest,
  till: Till,
  uri: unknown,
  era: Era,
): Promise<GateAnswer> {
  try {
    const { entry } = findResource(raw.headers, uri);
    const { body } = await till.free({ ...raw, bodyText: "" }, run, entry.auth);
    return { status: 200, body, headers: { "Cache-Control": "private, no-store" } };
  } catch (error) {
    // A limit is the address's, not the resource's: HTTP says how long to wait.
    if (!(error instanceof AppError) || error.code === "rate_limited" || isTokens(error))
      throw error;
    const { code, status, message, details } = error;
    if (status >= 500) deps.log("request_failed", { requestId, path: "/mcp", code });
    const rpc =
      code === "not_found"
        ? notFoundIn(era)
        : status >= 500
          ? RPC_CODES.internal
          : RPC_CODES.invalidParams;
    throw new RpcError(rpc, message, {
      data: { error: code, ...details, ...(typeof uri === "string" && { uri }) },
    });
  }
}

/** Revisions up to 2025-11-25 have a code of its own for it, which the newest one must not send. */
const notFoundIn = ({ kind }: Era): number =>
  kind === "legacy" ? -32_002 : RPC_CODES.invalidParams;

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Any origin may call, as nobody is known by a cookie; what calls itself an origin has to be one. A
 * stack on this machine answers pages of this machine alone: a foreign page whose name is made to
 * point here (DNS rebinding) must not reach it.
 * @throws origin_not_allowed
 */
export function checkOrigin(
  { PUBLIC_BASE_URL: own }: Pick<Env, "PUBLIC_BASE_URL">,
  { url, headers }: Pick<RawRequest, "url" | "headers">,
): void {
  const origin = headers.get("origin");
  if (origin === null) return;
  const isOnThisMachine = LOOPBACK.includes(new URL(own ?? url).hostname);
  const host = hostOf(origin);
  if (
    isOnThisMachine ? host !== null && LOOPBACK.includes(host) : host !== null || origin === "null"
  )
    return;
  throw new AppError("origin_not_allowed", "A page of this origin may not call this. Nothing ran.");
}

/** Of a serialized origin (RFC 6454, 6.2): scheme and host, nothing behind it. */
function hostOf(origin: string): string | null {
  const found = /^[a-z][a-z0-9+.-]*:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::\d{1,5})?$/i.exec(
    origin,
  );
  return found?.[1]?.toLowerCase() ?? null;
}
