import type { Log } from "./deps.ts";
import { AppError } from "./errors.ts";
import { sanitize } from "./lib/sanitize.ts";

/** Logs faults of ours or of our dependencies; refusals are the caller's to read. */
export function logFailure(
  error: unknown,
  request: { requestId: string; path: string; log: Log },
): void {
  const known = error instanceof AppError ? error : undefined;
  if (known !== undefined && known.status < 500) return;
  const { requestId, path, log } = request;
  log("request_failed", {
    requestId,
    path,
    code: known?.code ?? "internal_error",
    cause: causeOf(error),
  });
}

function causeOf(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current instanceof Error && parts.length < 3; current = current.cause) {
    parts.push(`${current.name}: ${current.message}`);
  }
  return sanitize(parts.join(" <- "), 400);
}
