import { ERROR_CODES, type ErrorCode } from "../schemas/error-codes.ts";
import type { Details, Refusal, Verdict } from "./lib/verdict.ts";

/** Seconds after which a silent store may be asked again. */
const STORE_AGAIN_SEC = 5;

/** `message` is public: a sentence, no secrets, no upstream text. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly retry: boolean;
  readonly details: Details | undefined;
  /** Seconds for the Retry-After header, and for what stands for it inside MCP. */
  readonly retryAfterSec: number | undefined;
  /** The chat's words for it. */
  readonly reply: string | undefined;

  constructor(
    code: ErrorCode,
    publicMessage: string,
    options: {
      details?: Details | undefined;
      cause?: unknown;
      retryAfterSec?: number;
      reply?: string;
    } = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.retry = ERROR_CODES[code].retry;
    this.details = options.details;
    this.retryAfterSec =
      options.retryAfterSec ?? (code === "store_unavailable" ? STORE_AGAIN_SEC : undefined);
    this.reply = options.reply;
  }

  static fromRefusal(refusal: Refusal): AppError {
    return new AppError(refusal.code, refusal.message, { details: refusal.details });
  }
}

/** Fit for a log: a name repeats nothing of what was asked. */
export const errorName = (error: unknown): string =>
  error instanceof Error ? error.name : "unknown";

/** The value of a verdict; a refusal is thrown as an AppError. Used once, at the tool boundary. */
export function unwrap<T>(verdict: Verdict<T>): T {
  if (verdict.ok) return verdict.value;
  throw AppError.fromRefusal(verdict);
}
