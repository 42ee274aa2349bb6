import { ERROR_CODES, type ErrorCode } from "../schemas/error-codes.ts";
import type { Details, Refusal, Verdict } from "./lib/verdict.ts";

/** When a store that does not answer may be asked again. */
const STORE_AGAIN_SEC = 5;

/** `message` is public: a sentence, no secrets, no upstream text. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly retry: boolean;
  readonly details: Details | undefined;
  /** For the Retry-After header, and what stands for it inside MCP, where waiting helps. */
  readonly retryAfterSec: number | undefined;
  /** What a chat says of it. */
  readonly reply: string | undefined;

  constructor(
    code: ErrorCode,
    publicMessage: string,
    options: { details?: Details | undefined; cause?: unknown; retryAfterSec?: number; reply?: string } = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.retry = ERROR_CODES[code].retry;
    this.details = options.details;
    this.retryAfterSec = options.retryAfterSec ?? (code === "store_unavailable" ? STORE_AGAIN_SEC : undefined);
    this.reply = options.reply;
  }

  static fromRefusal(refusal: Refusal): AppError {
    return new AppError(refusal.code, refusal.message, { details: refusal.details });
  }
}

/** The value of a verdict, or its refusal thrown as an AppError: used once, at the tool boundary. */
export function unwrap<T>(verdict: Verdict<T>): T {
  if (verdict.ok) return verdict.value;
  throw AppError.fromRefusal(verdict);
}
