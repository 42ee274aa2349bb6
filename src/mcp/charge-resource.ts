import { AppError } from "../errors.ts";
import type { ChargedRequest, GateAnswer } from "../route.ts";
import type { Era } from "./era-of.ts";
import { findResource } from "./find-resource.ts";
import { isTokens } from "./refusal-answer.ts";
import { RPC_CODES, RpcError } from "./rpc-error.ts";
import type { Till } from "./till.ts";

/**
 * Counted as over HTTP: what is for a vault's owner by who fails to prove to be one, too.
 * @throws RpcError for whatever the route refuses; rate_limited, token_not_valid
 */
export async function chargeResource(
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
