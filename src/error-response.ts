import type { Context } from "hono";
import { bearerChallenge } from "./auth/token-not-valid.ts";
import type { Deps, Log } from "./deps.ts";
import { errorBody } from "./error-body.ts";
import { AppError } from "./errors.ts";
import { logFailure } from "./log-failure.ts";

/**
 * The answer for an error; an unexpected one is a 500. `log` comes from outside the dependencies,
 * because making them can fail.
 */
export function errorResponse(c: Context, error: unknown, log: Log): Response {
  const requestId: string = c.get("requestId") ?? "unknown";
  const known = error instanceof AppError ? error : undefined;
  logFailure(error, { requestId, path: new URL(c.req.url).pathname, log });
  if (known === undefined) return c.json(errorBody(error, requestId), 500);
  if (known.retryAfterSec !== undefined) c.header("Retry-After", String(known.retryAfterSec));
  // Of a token alone: a challenge on any other refusal would send stock clients to a sign-in that
  // is not there.
  if (known.code === "token_not_valid")
    c.header("WWW-Authenticate", bearerChallenge(originOf(c), c.req.path));
  return c.json(errorBody(known, requestId), known.status as 400);
}

/** As configured, else as this caller did. */
function originOf(c: Context): string {
  const deps: Deps | undefined = c.get("deps");
  return new URL(deps?.env.PUBLIC_BASE_URL ?? c.req.url).origin;
}
