import type { Context } from "hono";
import type { Log } from "./deps.ts";
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
  return c.json(errorBody(known, requestId), known.status as 400);
}
