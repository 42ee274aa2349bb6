import type { Context } from "hono";
import { errorBody } from "./error-body.ts";
import { AppError } from "./errors.ts";
import type { Log } from "./lib/ports.ts";
import { logFailure } from "./log-failure.ts";

/** What was not thrown on purpose is a 500. `log` does not come from the dependencies: what kept them from being made has to reach it too. */
export function errorResponse(c: Context, error: unknown, log: Log): Response {
  const requestId: string = c.get("requestId") ?? "unknown";
  const known = error instanceof AppError ? error : undefined;
  logFailure(error, { requestId, path: new URL(c.req.url).pathname, log });
  if (known === undefined) return c.json(errorBody(error, requestId), 500);
  if (known.retryAfterSec !== undefined) c.header("Retry-After", String(known.retryAfterSec));
  return c.json(errorBody(known, requestId), known.status as 400);
}
