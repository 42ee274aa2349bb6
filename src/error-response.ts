import type { Context } from "hono";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { sanitize } from "./lib/sanitize.ts";

/** The one shape of every error (decision 6). What was not thrown on purpose is a 500 with the request id, nothing else. */
export function errorResponse(c: Context, error: unknown): Response {
  const requestId: string = c.get("requestId") ?? "unknown";
  const deps: Deps | undefined = c.get("deps");
  const known = error instanceof AppError ? error : undefined;
  if (known === undefined || known.status >= 500) {
    deps?.log("request_failed", {
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
  if (known.code === "rate_limited" || known.code === "store_unavailable") c.header("Retry-After", "5");
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
