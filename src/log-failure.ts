import { AppError } from "./errors.ts";
import type { Log } from "./lib/ports.ts";
import { sanitize } from "./lib/sanitize.ts";

/** Faults of ours or of what we stand on; a refusal is the caller's to read. */
export function logFailure(error: unknown, request: { requestId: string; path: string; log: Log }): void {
  const known = error instanceof AppError ? error : undefined;
  if (known !== undefined && known.status < 500) return;
  const { requestId, path, log } = request;
  log("request_failed", { requestId, path, code: known?.code ?? "internal_error", cause: causeOf(error) });
}

function causeOf(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current instanceof Error && parts.length < 3; current = current.cause) {
    parts.push(`${current.name}: ${current.message}`);
  }
  return sanitize(parts.join(" <- "), 400);
}
