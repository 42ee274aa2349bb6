import type { Context } from "hono";
import { AppError } from "./errors.ts";
import type { Log } from "./lib/log.ts";
import { sanitize } from "./lib/sanitize.ts";

/**
 * The one shape of every error (decision 6). What was not thrown on purpose is a 500 with the request id, nothing else.
 * `log` does not come from the dependencies: what kept them from being made has to reach it too.
 */
export function errorResponse(c: Context, error: unknown, log: Log): Response {
  const requestId: string = c.get("requestId") ?? "unknown";
  const known = error instanceof AppError ? error : undefined;
  if (known === undefined || known.status >= 500) {
    log("request_failed", {
      requestId,
      path: new URL(c.req.url).pathname,
      code: known?.code ?? "internal_error",
      cause: causeOf(error),
    });
  }
  if (known === undefined) {
    const body = {
      error: "internal_error",
      message: `Something went wrong on our side. Please report request id ${requestId}.`,
    };
    return c.json(body, 500);
  }
  const retryAfterSec = known.retryAfterSec ?? (known.code === "store_unavailable" ? 5 : undefined);
  if (retryAfterSec !== undefined) c.header("Retry-After", String(retryAfterSec));
  const body = {
    error: known.code,
    message: known.message,
    ...(known.details !== undefined && { details: known.details }),
  };
  return c.json(body, known.status as 400);
}

function causeOf(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current instanceof Error && parts.length < 3; current = current.cause) {
    parts.push(`${current.name}: ${current.message}`);
  }
  return sanitize(parts.join(" <- "), 400);
}
